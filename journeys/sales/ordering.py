"""add: what is named goes into the cart; a name that no single item bears is looked for, and what there is shown."""

from journeys.context import TurnContext
from journeys.contract import Done
from journeys.reply import Text
from journeys.sales import find, to_be_had
from journeys.sales.buying import put_together
from journeys.sales.commands import MOST_QUERIES, Add, Line, Search
from journeys.sales.items import ID, IN_HAND, PLACE
from journeys.state import ConversationState
from tools.catalog.catalog_get_item import CatalogGetItemResult


def add(command: Add, state: ConversationState, context: TurnContext) -> Done:
    command, told = to_be_had.settled(command, state, context)
    if told and not command.lines:
        return Done(state=state, reply=Text(text="\n".join(told)))
    names = [line.item.strip() for line in command.lines]
    if not names or any(_points(name) for name in names):
        return put_together.add(command, state, context, leading=told)
    found = [to_be_had.found(line, state, context) for line in command.lines]
    if not any(item for item, _ in found):
        queries = tuple(to_be_had.in_full(line) for line in command.lines[:MOST_QUERIES])
        price_max = command.lines[0].price_max if len(command.lines) == 1 else None
        return find.search(Search(queries=queries, price_max=price_max), state, context)
    lines = tuple(line if item is None else _by_its_id(line, item, is_read=bool(command.words)) for item, line in found)
    return put_together.add(command.model_copy(update={"lines": lines}), state, context, leading=told)


def _points(name: str) -> bool:
    """Whether it is no name: an id, a place in a list, or what is in hand."""
    return name.casefold() in IN_HAND or bool(PLACE.fullmatch(name) or ID.fullmatch(name))


def _by_its_id(line: Line, item: CatalogGetItemResult, *, is_read: bool) -> Line:
    """`is_read` where the customer's own words tell the form."""
    told = line if is_read else put_together.in_its_form(line, item)
    return told.model_copy(update={"item": item.item_id})
