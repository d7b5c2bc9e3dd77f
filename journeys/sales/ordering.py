"""add: what is named goes into the cart; a name that no single item bears is looked for, and what there is shown."""

from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local.wordlists import tokens
from journeys.sales import find
from journeys.sales.buying import put_together
from journeys.sales.commands import MOST_QUERIES, Add, Line, Search
from journeys.sales.items import ID, IN_HAND, PLACE, item_of
from journeys.state import ConversationState
from tools.catalog.catalog_get_item import CatalogGetItemResult


def add(command: Add, state: ConversationState, context: TurnContext) -> Done:
    names = [line.item.strip() for line in command.lines]
    if not names or any(_points(name) for name in names):
        return put_together.add(command, state, context)
    found = [_found(line, state, context) for line in command.lines]
    if not any(item for item, _ in found):
        queries = tuple(_in_full(line) for line in command.lines[:MOST_QUERIES])
        return find.search(Search(queries=queries), state, context)
    lines = tuple(line if item is None else line.model_copy(update={"item": item.item_id}) for item, line in found)
    return put_together.add(command.model_copy(update={"lines": lines}), state, context)


def _found(line: Line, state: ConversationState, context: TurnContext) -> tuple[CatalogGetItemResult | None, Line]:
    """The item and what is still to be read of the line: of a "monthly bundle, 8 GB" the size is part of the name."""
    name = line.item.strip()
    item = item_of(name, state, context)
    if item is not None or not line.options:
        return item, line
    item = item_of(_in_full(line), state, context)
    if item is None:
        return None, line
    title = set(tokens(item.title))
    kept = tuple(option for option in line.options if not set(tokens(option.value)) <= title)
    return item, line.model_copy(update={"options": kept})


def _in_full(line: Line) -> str:
    return " ".join([line.item.strip(), *(option.value for option in line.options)])


def _points(name: str) -> bool:
    """Whether it is no name: an id, a place in a list, or what is in hand."""
    return name.casefold() in IN_HAND or bool(PLACE.fullmatch(name) or ID.fullmatch(name))
