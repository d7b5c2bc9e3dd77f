"""What the conversation remembers of its research: where it stands, and since when."""

from datetime import datetime
from typing import Literal

from journeys.state import ConversationState, Slice

NAME = "research"
Stage = Literal["", "working", "asked", "planned", "done"]


class ResearchMemory(Slice):
    """The latest run of this conversation."""

    stage: Stage = ""
    question: str = ""
    told_at: datetime | None = None


def of(state: ConversationState) -> ResearchMemory:
    return state.of(NAME, ResearchMemory)


def kept(state: ConversationState, **changes: object) -> ConversationState:
    """The state with these fields of the slice changed."""
    return state.keeping(NAME, of(state).having(**changes))
