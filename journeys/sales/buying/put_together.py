"""add and choose: the item as it is now, the next thing to ask about it, or the line it makes in the cart."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from math import ceil
from typing import Final

from journeys import catalog
from journeys.asking import asking_back
from journeys.checkout import half_chosen, purchase
from journeys.checkout.commands import Pay
from journeys.checkout.graph import go_on
from journeys.checkout.shown import with_options
from journeys.command import Option
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import circumstances
from journeys.local.purchase import payment
from journeys.local.purchase.choice import UnderstoodChoice, parse_choice
from journeys.local.wordlists import plain
from journeys.reply import Text
from journeys.sales.buying import by_the_head, question
from journeys.sales.buying.choose import Chosen, choose
from journeys.sales.buying.named_options import matched
from journeys.sales.commands import Add, Choose, Line
from journeys.sales.items import ID, in_hand, item_of
from journeys.sales.wish import GUESTS, remembered
from journeys.state import CartLine, Choosing, ConversationState, Pick
from journeys.wording.phrases import say
from journeys.wording.quantity import price_of, so_many
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.units import Unit, orderable

MOST_NEAR: Final = 3  # titles that are named where none is called so


def add(command: Add, state: ConversationState, context: TurnContext, *, leading: Sequence[str] = ()) -> Done:
    """Every line that is complete goes into the cart; the first that is not is asked about, after the others. What
    `leading` says is told before."""
    if payment.is_only_a_way(command.words) and (way := payment.way_in(command.words, payment.WAYS)):
        state = state.having(payment_method=way)
    lines = command.lines or (Line(),)
    if any(not line.item.strip() for line in lines):
        return _put(lines, _without_its_place(command, state), state, context, leading=leading)
    if not _is_asked(state):
        state = half_chosen.set_aside(state)
        kept = tuple(Line.model_validate(each) for each in state.purchase.waiting)
        return _put(lines, _without_its_place(command, state), state, context, kept=kept, leading=leading)
    later = tuple(_still_asked(state))
    return _put(lines, _without_its_place(command, state), state, context, later=later, leading=leading)


def in_its_form(line: Line, item: CatalogGetItemResult) -> Line:
    """The line, with the form that the name of it tells: "airtime 500" is that of 500 bob."""
    if line.options or ID.fullmatch(line.item):
        return line
    told = parse_choice(line.item, item.options, title=item.title, unit=item.unit).options
    return line.model_copy(update={"options": tuple(Option(name=n, value=v) for n, v in told.items())})


def _is_asked(state: ConversationState) -> bool:
    """Whether the form or the number of what they have ordered is asked for now, and not some messages ago."""
    asked = state.controls.asked
    return state.purchase.choosing is not None and isinstance(asked, Pick) and asked.of in ("option", "quantity")


def _still_asked(state: ConversationState) -> Iterator[Line]:
    """What was ordered before and still waits for its form is asked about after what is ordered now."""
    choosing = state.purchase.choosing
    if choosing is not None:
        chosen = tuple(Option(name=name, value=value) for name, value in choosing.options.items())
        yield Line(item=choosing.item_id, options=chosen, quantity=orderable(choosing.quantity))
    yield from (Line.model_validate(each) for each in state.purchase.waiting)


def _put(
    lines: Sequence[Line],
    words: str,
    state: ConversationState,
    context: TurnContext,
    *,
    later: Sequence[Line] = (),
    kept: Sequence[Line] = (),
    leading: Sequence[str] = (),
) -> Done:
    """`words` are said of `lines` alone; `later` are asked about after them, `kept` only wait on."""
    told = list(leading)
    open_lines: list[tuple[Line, Chosen, CatalogGetItemResult]] = []
    # All of them first: what is in hand is no longer once another line is in the cart.
    items = [item_of(line.item, state, context) for line in lines]
    found = [
        (in_its_form(line, item) if item is not None and not words else line, words, item)
        for line, item in zip(lines, items, strict=True)
    ]
    ordered = {item.item_id for _, _, item in found if item is not None}
    found += [(line, "", item_of(line.item, state, context)) for line in later if line.item not in ordered]
    for line, said, item in found:
        if item is None:
            told.append(_unknown(line, state, context))
            continue
        left = catalog.beside_cart(item, state)
        if not left.in_stock:
            why = "item_all_yours" if catalog.is_in_cart(item.item_id, state) else "item_sold_out"
            told.append(say(why, state, title=item.title, price=price_of(item, state)))
            continue
        chosen = chosen_of(line, said, item, state)
        open_option = "" if chosen.problem else chosen.asks
        heads = by_the_head.lines(item, open_option, chosen.options, chosen.quantity or line.quantity, state, context)
        for part in heads or (line,):
            chosen = chosen_of(part, "", item, state) if heads else chosen
            if chosen.asks:
                open_lines.append((part, chosen, left))
            else:
                state, added = _added(item, chosen, state)
                told.append(added)
    waiting = [each.model_copy(update={"item": its.item_id}) for each, _, its in open_lines[1:]]
    waiting += [line for line in kept if line.item not in ordered]
    state = state.having(waiting=[each.model_dump(mode="json", exclude_defaults=True) for each in waiting])
    if open_lines:
        _, chosen, item = open_lines[0]
        told += _asked_next(open_lines[1:], state)
        return question.ask(item, chosen, state, tuple(told))
    if not any(line.item_id for line in state.purchase.cart):
        return Done(state=state.having(choosing=None), reply=Text(text="\n".join(told)))
    alone = len(told) == 1 and len(state.purchase.cart) == 1
    return go_on(Pay(), state, context, leading=() if alone and state.purchase.order_id is None else tuple(told))


def _asked_next(
    open_lines: Sequence[tuple[Line, Chosen, CatalogGetItemResult]], state: ConversationState
) -> Iterator[str]:
    """What cannot be had as they said it, and what is asked about after the first, each with what there is of it."""
    for _, chosen, item in open_lines:
        if problem := question.problem_of(chosen, state):
            yield f"*{item.title}*: {problem}"
    left = [catalog.labels(item, chosen.options, chosen.asks) for _, chosen, item in open_lines]
    titles = [
        f"*{item.title}*{f' ({named})' if (named := ', '.join(values.values())) else ''}"
        for (_, _, item), values in zip(open_lines, left, strict=True)
    ]
    if titles:
        yield say("asked_about_next", state, titles=", ".join(titles))


def choose_form(command: Choose, state: ConversationState, context: TurnContext) -> Done:
    """The answer to what was asked about the item in hand."""
    line = Line(item=in_hand(state) or "", options=command.options, quantity=command.quantity)
    waiting = [Line.model_validate(each) for each in state.purchase.waiting]
    done = _put((line,), command.words, state, context, later=waiting)
    return asking_back(done, state, context) if _is_asked_again(state, done.state) else done


def _is_asked_again(before: ConversationState, after: ConversationState) -> bool:
    """Whether the answer has settled nothing of what was asked."""
    asked, was, now = after.controls.asked, before.purchase, after.purchase
    if asked is None or asked != before.controls.asked or was.choosing is None or now.choosing is None:
        return False
    return (was.choosing.item_id, was.choosing.options) == (now.choosing.item_id, now.choosing.options)


def _unknown(line: Line, state: ConversationState, context: TurnContext) -> str:
    """That no single item is called so, with those that come near."""
    name = line.item.strip()
    if not name or ID.fullmatch(name):
        return say("which_one" if state.sales.last_catalog_results else "what_do_you_want", state)
    found = context.call("catalog_search", query=name[:300]).result
    near = [f"*{item.title}*" for item in found.items[:MOST_NEAR]] if found is not None else []
    if near:
        return say("item_not_known_near", state, item=name[:80], titles=", ".join(near))
    return say("item_not_known", state, item=name[:80])


def chosen_of(line: Line, words: str, item: CatalogGetItemResult, state: ConversationState) -> Chosen:
    """What stands of an item after these words: complete, or with what is to be asked next."""
    left, in_cart = catalog.beside_cart(item, state), {each.sku for each in state.purchase.cart}
    return choose(left, _before(item, state), _said(line, words, item, state), in_cart=in_cart)


def _before(item: CatalogGetItemResult, state: ConversationState) -> Choosing | None:
    """What is chosen of this item already; at first, what was looked for when it was found."""
    choosing = state.purchase.choosing
    if choosing is not None and choosing.item_id == item.item_id:
        return choosing
    wish = remembered(state)
    if wish is None or item.item_id not in {shown.item_id for shown in state.sales.last_catalog_results}:
        return None
    looked_for = {"size": wish.size, "colour": wish.colour}
    named = " ".join(f"{name} {value}" for name, value in looked_for.items() if value)
    said = parse_choice(f"{wish.query} {named}", item.options, title=item.title)
    return Choosing(item_id=item.item_id, title=item.title, options=said.options, unit=item.unit)


def _said(line: Line, words: str, item: CatalogGetItemResult, state: ConversationState) -> UnderstoodChoice:
    """What was said of it: options as they are named, and words that are read against the item's own options."""
    asked = state.controls.asked
    option = asked.option if isinstance(asked, Pick) and asked.of == "option" else ""
    said = parse_choice(words, item.options, option, title=item.title, unit=item.unit) if words else UnderstoodChoice()
    options, unknown = matched(line.options, item)
    quantity = _so_many_hold(words, item) or line.quantity or said.quantity
    return replace(
        said,
        options=said.options | options,
        unknown=(*said.unknown, *unknown),
        quantity=quantity,
        is_unclear=said.is_unclear and line.quantity is None,
    )


def _so_many_hold(words: str, item: CatalogGetItemResult) -> Decimal | None:
    """How many of what holds several people take all of theirs: one van of six for "we are 5 people"."""
    party, held = circumstances.parse(plain(words)).guests, item.attributes.get(GUESTS, "")
    if party is None or item.unit != Unit.PIECE or not held.isdecimal() or int(held) < 1:
        return None
    return Decimal(ceil(party / int(held)))


def _without_its_place(command: Add, state: ConversationState) -> str:
    """The words without the number that a listed item was picked by: that is no quantity and no size."""
    ids = [shown.item_id for shown in state.sales.last_catalog_results]
    picked = command.lines[0].item if len(command.lines) == 1 else ""
    if not command.words or picked not in ids or len(ids) == 1:
        return command.words
    place = ids.index(picked) + 1
    return re.sub(
        rf"(?:\b(?:number|no|option|namba|nambari)\W{{0,2}}|#)?(?<!\d){place}(?!\d)", " ", command.words, count=1
    )


def _added(item: CatalogGetItemResult, chosen: Chosen, state: ConversationState) -> tuple[ConversationState, str]:
    """A line for it; the same variant once more makes the line longer."""
    variant, quantity = chosen.variant, chosen.quantity
    assert variant is not None  # noqa: S101  nothing is asked of a complete choice
    assert quantity is not None  # noqa: S101
    cart = state.purchase.cart
    before = next((line.quantity for line in cart if line.sku == variant.sku), Decimal(0))
    line = CartLine(
        sku=variant.sku, item_id=item.item_id, title=item.title, options=variant.options,
        unit=variant.unit, quantity=before + quantity, unit_price=variant.price, currency=variant.currency,
    )  # fmt: skip
    changed = purchase.changed(state, [*(other for other in cart if other.sku != variant.sku), line])
    changed = changed.having(selected_item_ids=[], clarify_turns=0)
    return changed, say(
        "added", changed, count=so_many(quantity, variant.unit, changed), item=with_options(item.title, variant.options)
    )
