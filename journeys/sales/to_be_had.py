"""Which item a line to buy means; and of one that hangs on a condition what can be had: at their price, or instead."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from journeys.catalog import beside_cart, fetched
from journeys.checkout.shown import with_options
from journeys.context import TurnContext
from journeys.local.wordlists import tokens
from journeys.sales.buying import put_together, question
from journeys.sales.buying.choose import Chosen
from journeys.sales.commands import Add, Line, Search
from journeys.sales.items import item_of
from journeys.sales.wish import Wish
from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import say
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import SearchItem

# A longer name is a sentence, of which the beginning tells enough.
LONGEST_NAME: Final = 80
SOLD_OUT: Final = "choice_sold_out"


def settled(command: Add, state: ConversationState, context: TurnContext) -> tuple[Add, list[str]]:
    """The lines that are bought whatever hangs on them; and why each other thing is not.

    Of what several things of their price bear, the line stays as it is, so that these are shown."""
    lines, told = list[Line](), list[str]()
    for line in command.lines:
        if not line.is_conditional:
            lines.append(line)
            continue
        for each in _in_turn(line):
            item, kept = (None, each) if each.cheapest else found(each, state, context)
            hits = _hits(each, context) if item is None else []
            if hits and each.cheapest:
                item = fetched(hits[0].item_id, context)
            if item is None and hits:
                lines.append(each)
                break
            why = _against(kept, item, state)
            if item is not None and not why:
                lines.append(Line(item=item.item_id, options=kept.options, quantity=kept.quantity))
                break
            told.append(why)
    return command.having(lines=tuple(lines)), told


def found(line: Line, state: ConversationState, context: TurnContext) -> tuple[CatalogGetItemResult | None, Line]:
    """The item and what is still to be read of the line: of a "monthly bundle, 8 GB" the size is part of the name, and
    of several umbrellas it is the one that comes in blue."""
    item = item_of(line.item.strip(), state, context)
    if item is None and line.options and (item := item_of(in_full(line), state, context)) is not None:
        title = set(tokens(item.title))
        kept = tuple(option for option in line.options if not set(tokens(option.value)) <= title)
        return item, line.model_copy(update={"options": kept})
    if item is None and (line.options or line.price_max is not None):
        hits = _hits(line, context)
        # What alone is left of several of that name is not what was named.
        is_one = len(hits) == 1 and len(_hits(line, context, in_stock_only=False)) == 1
        item = fetched(hits[0].item_id, context) if is_one else None
    return item, line


def in_full(line: Line) -> str:
    return " ".join([line.item.strip(), *(option.value for option in line.options)])


def _in_turn(line: Line) -> Iterator[Line]:
    """What they take, in the order in which they take it; another form of the same thing bears its name."""
    yield line
    for other in line.instead:
        options = other.options or (line.options if other.item.strip() else ())
        yield line.model_copy(update={"item": other.item.strip() or line.item, "options": options})


def _hits(line: Line, context: TurnContext, *, in_stock_only: bool = True) -> list[SearchItem]:
    """What surely bears the name, in the form and at the price they want, the cheapest first."""
    if not line.item.strip():
        return []
    wish = Wish.of(Search(queries=(line.item,), price_max=line.price_max, options=line.options, sort="price_low"))
    found = context.call("catalog_search", **wish.arguments() | {"in_stock_only": in_stock_only}).result
    is_sure = found is not None and found.confidence == "strong" and not found.unmatched_words
    return list(found.items) if is_sure and not found.filters.unknown else []


def _against(line: Line, item: CatalogGetItemResult | None, state: ConversationState) -> str:
    """Why it is not bought; empty where nothing speaks against it."""
    if item is None:
        return say("item_not_had", state, item=in_full(line)[:LONGEST_NAME])
    left = beside_cart(item, state)
    if not left.in_stock and item.in_stock:
        return say("item_all_yours", state, title=item.title)
    chosen = put_together.chosen_of(line, "", item, state) if left.in_stock else None
    if chosen is None or (chosen.problem is not None and chosen.problem.sentence == SOLD_OUT):
        wanted = {option.name: option.value for option in line.options}
        return say("item_sold_out_now", state, item=with_options(item.title, wanted))
    if chosen.problem is not None:
        return f"*{item.title}*: {question.problem_of(chosen, state)}"
    price = _price(chosen, item)
    if line.price_max is None or price <= line.price_max:
        return ""
    named = with_options(item.title, chosen.options)
    return say("item_above_price", state, item=named, price=money(price, item.currency))


def _price(chosen: Chosen, item: CatalogGetItemResult) -> Decimal:
    """Of one; of a form that is still to be chosen, the lowest that it may come to."""
    if chosen.variant is not None:
        return chosen.variant.price
    fitting = [each.price for each in item.variants if chosen.options.items() <= each.options.items() and each.in_stock]
    return min(fitting, default=item.price_from)
