"""Which journey a message goes to, as one table: how sure its intent is, and where the customer stands.

Two rules meet here. Half sure, a message about the catalog or an order is asked about; a specialist, who asks for what
is missing itself (support, billing), takes it at once.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from journeys.registry import Registry
from journeys.state import ConversationState

Reason = Literal["about", "sure", "likely", "stays", "held", "asks", "unknown"]
# As was specified: routes at 0.70.
SURE: Final = 0.70
# As was specified: asks from 0.50.
LIKELY: Final = 0.50
# Stickiness: after two hours they come with something new.
RECENT: Final = timedelta(hours=2)
# Two of each side.
RECENT_MESSAGES: Final = 4
UNKNOWN: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the customer stands: the journey that spoke last in this talk, and one with a matter under way."""

    last: str = ""
    under_way: str = ""


def route(journey: str, confidence: float, standing: Standing, specialists: frozenset[str]) -> tuple[str, Reason]:
    """The journey, and why; `journey` is the one whose intent was heard, "unknown" where none was."""
    if confidence >= SURE and journey != UNKNOWN:
        return journey, "sure"
    if confidence < SURE and standing.last:
        return standing.last, "stays"
    if confidence < SURE and standing.under_way:
        return standing.under_way, "stays"
    if confidence >= LIKELY and journey in specialists:
        return journey, "likely"
    if confidence >= LIKELY and journey != UNKNOWN:
        return UNKNOWN, "asks"
    return UNKNOWN, "unknown"


def standing_of(state: ConversationState, now: datetime, known: Registry) -> Standing:
    """The last journey counts while we have just spoken there; what is under way counts until it is settled."""
    last = state.understood.journey if is_mid_journey(state, now, known) and has_just_spoken(state) else ""
    under_way = (journey.name for journey in known.journeys if journey.is_under_way(state))
    return Standing(last=last, under_way=next(under_way, ""))


def is_mid_journey(state: ConversationState, now: datetime, known: Registry) -> bool:
    journey, at = known.by_name.get(state.understood.journey), state.understood.journey_at
    return journey is not None and journey.is_sticky and at is not None and now - at <= RECENT


def has_just_spoken(state: ConversationState) -> bool:
    """Whether one of the last four messages is ours: a talk, and no fresh start."""
    return any(said.who != "customer" for said in state.transcript.messages[-RECENT_MESSAGES:])
