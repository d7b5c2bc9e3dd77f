"""The wish, or the need, for a person."""

from typing import ClassVar, Literal

from journeys.command import Command

Reason = Literal[
    "human_request", "complaint", "dispute", "refund", "legal", "frustration", "tenant_rule", "clarification_loop",
    "tool_errors", "insufficient_context", "empty_library", "cancel", "change", "request",
]  # fmt: skip


class HandOver(Command):
    """Hand the matter to a person, with the reason and what it is about."""

    name: ClassVar[str] = "hand_over"

    reason: Reason = "human_request"
    about: str = ""


COMMANDS = (HandOver,)
