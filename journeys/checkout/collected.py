"""Whether somebody comes for an order, so that nothing is brought: by the place, or by a note that says so."""

from typing import Final

from journeys.checkout import times
from journeys.context import TurnContext
from journeys.local.purchase import collection
from journeys.state import ConversationState

PICK_UP: Final = "pick-up"


def is_at_ours(place: str, state: ConversationState) -> bool:
    return bool(place) and collection.is_at_ours(_without_time(place), _ours(state))


def place_of(place: str, note: str, state: ConversationState, context: TurnContext) -> str:
    """The place as it is noted: our own shop, named by who comes for it, is a pick-up, and so is a note of one.

    Who "will pick it up" where a place was told does so there, if the note does not name us."""
    if not place:
        is_there = bool(state.purchase.delivery.place) and not collection.names_us(note, _ours(state))
        return _without_time(note) if note and not is_there and is_at_ours(note, state) else ""
    if not is_at_ours(place, state) and collection.is_ours(_without_time(place), _ours(state), context.text):
        return f"{PICK_UP}, {place}"
    return place


def _ours(state: ConversationState) -> str:
    return f"{state.tenant.tenant_name or ''} {state.tenant.bot_intro or ''}"


def _without_time(text: str) -> str:
    for kind in (times.DAY, times.HOUR):
        text = times.without(text, kind)
    return text
