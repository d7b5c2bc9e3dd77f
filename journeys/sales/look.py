"""open_item, ask_item and compare: one item on its card, a question about items answered from what the catalog says."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from journeys import catalog, library
from journeys.checkout import half_chosen
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done, Wording
from journeys.local import asks, comparisons, named, times_over, wants
from journeys.local.contents import asks_what_is_in_it
from journeys.reply import Buttons, Reply, ReplyOption, Text
from journeys.sales import beside, together
from journeys.sales.commands import MOST_QUERIES, Add, AskItem, Compare, Line, OpenItem
from journeys.sales.items import ID, in_hand, item_of, items_of
from journeys.sales.shown import catalog_link, cost, difference, item_answer, options
from journeys.sales.shown.asked_form import form_asked
from journeys.sales.shown.item_card import (
    card,
    in_stock,
    label,
    of_form,
    option_of_price,
    price_of_each_form,
    whether_left,
)  # fmt: skip
from journeys.state import Choice, Choosing, ConversationState, Pick
from journeys.wording.money import price_range
from journeys.wording.phrases import say
from journeys.wording.quantity import price_of
from knowledge.answer.meaning import terms
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.support.kb_retrieve import Snippet

# More cannot be compared in one message.
MOST_ITEMS: Final = 4
# One list of options.
MOST_REMEMBERED: Final = 6
# The prices of more forms hide what else tells two things apart.
MOST_PRICES: Final = 3
# What the tool takes as a query.
MOST_SOUGHT: Final = 300


def open_item(command: OpenItem, state: ConversationState, context: TurnContext) -> Done:
    """The item that was picked, with what the catalog says of it now."""
    item = item_of(command.item, state, context)
    if item is None:
        return Done(state=state, reply=Text(text=say("item_gone", state)))
    return _opened(item, command.words, state)


def ask_item(command: AskItem, state: ConversationState, context: TurnContext) -> Done:
    """Answered from attributes and description, with the library beside them; else the card says all there is."""
    items = _items(command.items or _few_shown(state), state, context)
    if not items:
        # "How much is it?" under a list asks for nothing that the library could tell.
        asked = (command.question or context.text)[:1000]
        is_of_several = together.asks_of(asked) or not wants.parse(asked).terms
        is_of_the_list = bool(state.sales.last_catalog_results) and is_of_several
        # What they call it tells the shelves more than the question does.
        called = [name for name in command.items if not ID.fullmatch(name)] if context.by == "model" else []
        otherwise = "" if is_of_the_list else written("ask_library", question=asked, queries=called[:MOST_QUERIES])
        return Done(
            state=state, reply=Text(text=say("which_one", state)), is_empty=bool(otherwise), otherwise=otherwise
        )
    question = command.question or context.text
    if len(items) > 1:
        return _compared(items, question, state, context)
    item = items[0]
    if context.by == "local" and asks_what_is_in_it(context.text):
        question = context.text  # the clause that asks it names nothing: it is asked of the item named before it
    opened = _opened(item, question, state)
    told = item_answer.answer(item, question, state)
    is_of_stock = asks.asks_stock(question) and not item.in_stock
    is_told = bool(told) or is_of_stock or asks.asks_price(question) or bool(form_asked(item, question, state))
    passages, quoted, cited = ([], "", []) if is_told else beside.ruled(item, question, context)
    lead = told or quoted or item_answer.little(item, question, is_told=is_told, state=state)
    sold_out = "" if item.in_stock else whether_left(item, state)
    if lead and sold_out and sold_out not in lead:
        lead = f"*{item.title}*: {sold_out}\n\n{lead}"
    reply = _answering(lead, opened.reply) if lead else opened.reply
    return Done(
        state=opened.state, reply=reply, lead=lead, links=opened.links,
        wording=_wording([item], question, state, passages or library.near(question, context)),
        cited=tuple(snippet.chunk_id for snippet in cited), sources=library.citations(cited),
    )  # fmt: skip


def compare(command: Compare, state: ConversationState, context: TurnContext) -> Done:
    """Items side by side; without a list of them those shown last."""
    asked = command.question or context.text
    most = MOST_ITEMS if comparisons.asks_which_one(asked) or comparisons.asks_which_has(asked) else 2
    names = command.items or tuple(item.item_id for item in state.sales.last_catalog_results[:most])
    items = _items(names, state, context)
    if len(items) < 2 and context.by == "local":
        items = _said_in(command.question or context.text, state, context) or items
    is_half_known = len(items) < 2 <= len(command.items)
    if context.by == "local" and (not items or is_half_known):
        queries = command.items if is_half_known else ((command.question or context.text)[:MOST_SOUGHT],)
        return Done(state=state, then=written("search", queries=list(queries)))
    if len(items) < 2:
        return ask_item(AskItem(items=names, question=command.question), state, context)
    question = command.question or context.text
    are_told = len(command.items) == len(items)
    counts = [times_over.count(name, question) for name in command.items] if are_told else []
    return _compared(items, question, state, context, counts)


def _few_shown(state: ConversationState) -> tuple[str, ...]:
    """Those on a short list, where none of them is in hand: "whats included" is told of each."""
    shown = state.sales.last_catalog_results
    is_of_all = 1 < len(shown) <= MOST_ITEMS and in_hand(state) is None
    return tuple(item.item_id for item in shown) if is_of_all else ()


def _said_in(question: str, state: ConversationState, context: TurnContext) -> list[CatalogGetItemResult]:
    """The two items that the whole question names most, where each by itself was named too briefly."""
    found = context.call("catalog_search", query=question[:MOST_SOUGHT]).result
    return _items([item.item_id for item in named.most_named(found, question)], state, context) if found else []


def _items(names: Sequence[str], state: ConversationState, context: TurnContext) -> list[CatalogGetItemResult]:
    references = names or ([held] if (held := in_hand(state)) else [])
    return items_of(references[:MOST_ITEMS], state, context)


def _opened(item: CatalogGetItemResult, words: str, state: ConversationState) -> Done:
    link = catalog_link.of_item(state, item.link_path)
    wanted = form_asked(item, words, state)
    text = card(item, state, wanted=wanted, link=link)
    state = half_chosen.set_aside(state, beside=item.item_id)
    changed = _seen(item, state).having(
        selected_item_ids=[item.item_id], choosing=_form_of(item, wanted, state), catalog_rejections=0, clarify_turns=0
    )
    return Done(state=changed, reply=_to_buy(text, item, state), links=(link,) if link else ())


def _seen(item: CatalogGetItemResult, state: ConversationState) -> ConversationState:
    """An item opened without a list is remembered with its forms, so that "two black ones" can be read."""
    if state.sales.shown(item.item_id) is not None:
        return state
    earlier = [options.of_item(item), *state.sales.earlier_catalog_results][:MOST_REMEMBERED]
    return state.having(earlier_catalog_results=earlier)


def _form_of(item: CatalogGetItemResult, wanted: dict[str, str], state: ConversationState) -> Choosing | None:
    """The form that was asked about, kept for when they take it; another question about the item keeps the last one."""
    before = state.purchase.choosing
    before = before if before and before.item_id == item.item_id else Choosing(item_id=item.item_id)
    new = {name: value for name, value in wanted.items() if value in item.options.get(name, ())}
    now = before.model_copy(update={"title": item.title, "unit": item.unit, "options": dict(before.options) | new})
    return now if now.options or now.is_ordered else None


def _to_buy(words: str, item: CatalogGetItemResult, state: ConversationState) -> Reply:
    if not item.in_stock or catalog.is_in_cart(item.item_id, state):
        return Text(text=words)
    title = say("buy_it", state)
    text = f"{words}\n{say('buy_hint', state, buy=title)}"
    command = Add(lines=(Line(item=item.item_id),)).written()
    return Buttons(text=text, options=(ReplyOption(id=command, title=title),))


def _answering(lead: str, opened: Reply | None) -> Reply:
    """The answer alone, with the way to buy it; the whole card was seen before, or is one tap away."""
    options = opened.options if isinstance(opened, Buttons) else ()
    return Buttons(text=lead, options=options) if options else Text(text=lead)


def _compared(
    items: Sequence[CatalogGetItemResult],
    question: str,
    state: ConversationState,
    context: TurnContext,
    counts: Sequence[int] = (),
) -> Done:
    """`counts` is how many of each, where that is told."""
    lead = say("compare_lead", state)
    names = _differing(items) | _asked_for(items, question)
    is_worded = context.by == "model"  # then a model says what they are for, and what they come to
    block = "\n\n".join(_side(item, names, question, state, is_brief=is_worded) for item in items)
    less = difference.of_items(items, counts, state)
    rest = [] if is_worded else [_one_of_each(items, question, state), less, say("compare_hint", state)]
    reply = Text(text="\n\n".join(filter(None, [lead, block, *rest])))
    changed = listed(items, state).having(clarify_turns=0)
    return Done(state=changed, reply=reply, lead=lead, wording=_wording(items, question, state))


def _one_of_each(items: Sequence[CatalogGetItemResult], question: str, state: ConversationState) -> str:
    """What they cost together, where that is asked."""
    if not together.asks_of(question, len(items)) or len({item.currency for item in items}) > 1:
        return ""
    low, high = sum(item.price_from for item in items), sum(item.price_to for item in items)
    return say("one_of_each", state, amount=price_range(Decimal(low), Decimal(high), items[0].currency))


def listed(items: Sequence[CatalogGetItemResult], state: ConversationState) -> ConversationState:
    """What is set side by side without having stood on a list is one: "which has the better battery"."""
    if {item.item_id for item in items} <= {shown.item_id for shown in state.sales.last_catalog_results}:
        return state
    choices = tuple(Choice(title=item.title, command=OpenItem(item=item.item_id).written()) for item in items)
    return state.having(
        last_catalog_results=[options.of_item(item) for item in items], selected_item_ids=[],
        catalog_total_matches_estimate=len(items), asked=Pick(journey="sales", of="item", choices=choices),
    )  # fmt: skip


def _differing(items: Sequence[CatalogGetItemResult]) -> set[str]:
    """The attributes that tell them apart; what all of them share needs no saying."""
    names = {name for item in items for name in item.attributes}
    return {name for name in names if len({item.attributes.get(name) for item in items}) > 1}


def _asked_for(items: Sequence[CatalogGetItemResult], question: str) -> set[str]:
    """The attributes that are asked for; all of them where it is not told which: "how long does it take"."""
    asked = terms(question)
    told = [(name, value) for item in items for name, value in item.attributes.items()]
    known = {name: terms(f"{name.replace('_', ' ')} {value}") for name, value in told}
    named = {name for name, words in known.items() if asked & words}
    is_open = asks.asks_openly(question) and not asks.asks_price(question) and not comparisons.compares(question)
    return named or (set(known) if is_open else set())


def _side(
    item: CatalogGetItemResult, differing: set[str], question: str, state: ConversationState, *, is_brief: bool
) -> str:
    """`is_brief`: without what it would cost for as many as they say, and what it is for."""
    told = {name: value for name, value in item.attributes.items() if name in differing and name not in item.options}
    lines = [f"*{item.title}* — {price_of(item, state)}"]
    lines += [f"{label(name, state)}: {value}" for name, value in told.items()]
    of_price = option_of_price(item) if len(item.form_prices) <= MOST_PRICES and not is_brief else ""
    lines += price_of_each_form(item, state) if of_price else []
    left = {name: values for name, values in in_stock(item).items() if values and name != of_price}
    lines += [f"{label(name, state)}: {', '.join(values)}" for name, values in left.items()]
    asked = form_asked(item, question, state)
    if wanted := {name: value for name, value in asked.items() if name in item.options}:
        lines.append(of_form(item, state, wanted))
    if asks.asks_price(question) and not is_brief and not together.SEVERAL.search(question):
        lines += filter(None, [cost.of(item, question, wanted, state)])
    if not item.in_stock and not catalog.is_in_cart(item.item_id, state):
        lines.append(say("sold_out_now", state))
    first = "" if is_brief else item.description.partition(". ")[0].strip()
    return "\n".join([*lines, f"{first.rstrip('.')}." if first else ""]).strip()


def _wording(
    items: Sequence[CatalogGetItemResult], question: str, state: ConversationState, passages: Sequence[Snippet] = ()
) -> Wording:
    facts = {
        "question": question,
        "items": [catalog.for_the_model(item, state) for item in items],
        "passages": library.for_the_model(passages),
    }
    return Wording(node="item_answer", facts=facts, passages=passages)
