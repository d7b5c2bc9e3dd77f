"""add: what is named goes into the cart; a name that no single item bears is looked for, and what there is shown."""

from journeys.context import TurnContext
from journeys.contract import Done
from journeys.sales import find
from journeys.sales.buying import put_together
from journeys.sales.commands import MOST_QUERIES, Add, Search
from journeys.sales.items import ID, IN_HAND, PLACE, item_of
from journeys.state import ConversationState


def add(command: Add, state: ConversationState, context: TurnContext) -> Done:
    names = [line.item.strip() for line in command.lines]
    if not names or any(_points(name) for name in names):
        return put_together.add(command, state, context)
    found = [item_of(name, state, context) for name in names]
    if not any(found):
        return find.search(Search(queries=tuple(names[:MOST_QUERIES])), state, context)
    lines = tuple(
        line if item is None else line.model_copy(update={"item": item.item_id})
        for line, item in zip(command.lines, found, strict=True)
    )
    return put_together.add(command.model_copy(update={"lines": lines}), state, context)


def _points(name: str) -> bool:
    """Whether it is no name: an id, a place in a list, or what is in hand."""
    return name.casefold() in IN_HAND or bool(PLACE.fullmatch(name) or ID.fullmatch(name))
