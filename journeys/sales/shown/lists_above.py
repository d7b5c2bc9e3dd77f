"""The other searches of the same message: their lists are one list, numbered through."""

from dataclasses import dataclass
from typing import Final

from journeys.context import TurnContext
from journeys.contract import Done
from journeys.reply import ListReply
from journeys.sales.commands import Search
from journeys.state import ConversationState, Pick

# As was specified: at most six products a reply.
MOST_OPTIONS: Final = 6


@dataclass(frozen=True)
class ListsAbove:
    """What stands above a list in the same reply, and how much room is left for it."""

    most: int = MOST_OPTIONS
    above: ListReply | None = None
    state: ConversationState | None = None
    is_alone: bool = True
    is_last: bool = True

    @classmethod
    def of(cls, context: TurnContext) -> "ListsAbove":
        to_come = max(1, sum(isinstance(each, Search) for each in context.commands))
        listed = [each for each in context.served if isinstance(each.reply, ListReply) and _lists_items(each)]
        above, state = (listed[-1].reply, listed[-1].state) if listed else (None, None)
        room = MOST_OPTIONS - (len(above.options) if above else 0)
        return cls(max(0, room // to_come), above, state, is_alone=to_come == 1 and above is None, is_last=to_come == 1)


def _lists_items(done: Done) -> bool:
    """The forms of an item that is asked about are rows too, but of another question."""
    asked = done.state.controls.asked
    return bool(done.lead) and isinstance(asked, Pick) and asked.of == "item"
