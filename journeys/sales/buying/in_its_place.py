"""What takes the place of a line of the cart: another item; or more than there is of it, which is asked about."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from journeys import catalog
from journeys.checkout import purchase
from journeys.command import Option
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.language.units import ALL, MEASURE, joined
from journeys.local.named import the_one
from journeys.sales.buying.put_together import add
from journeys.sales.commands import Add, Line
from journeys.state import CartLine, ConversationState

# What the tool takes as a query.
MOST_SOUGHT: Final = 300


def replaced(
    line: CartLine, rest: Sequence[str], quantity: Decimal, state: ConversationState, context: TurnContext
) -> Done | None:
    """So many of another item in the place of the line, where the words `rest` with the line's own name lead to one."""
    text = f"{' '.join(rest)} {line.title}"
    found = context.call("catalog_search", query=text[:MOST_SOUGHT]).result
    told = f"{' '.join(rest)} {_without_measures(line.title)}"
    item = the_one(found, told) if found is not None else None
    if item is None or item.item_id == line.item_id:
        return None
    kept = [other for other in state.purchase.cart if other.sku != line.sku]
    wanted = Line(item=item.item_id, quantity=quantity)
    return add(Add(lines=(wanted,)), purchase.changed(state, kept), context)


def _without_measures(title: str) -> str:
    return " ".join(word for word in joined(title, ALL).split() if not MEASURE.fullmatch(word))


def beyond_what_is_left(line: CartLine, more: Decimal, state: ConversationState, context: TurnContext) -> Line | None:
    """So many more of a line, where there are not so many left in its form beside what they have."""
    item = catalog.fetched(line.item_id, context)
    left = catalog.beside_cart(item, state).variants if item is not None else []
    if not any(variant.sku == line.sku and variant.stock < more for variant in left):
        return None
    options = tuple(Option(name=name, value=value) for name, value in line.options.items())
    return Line(item=line.item_id, options=options, quantity=more)
