"""The wish, or the need, for a person."""

from typing import ClassVar, Literal

from pydantic import Field

from journeys.command import Command

Reason = Literal[
    "human_request", "complaint", "dispute", "refund", "legal", "frustration", "tenant_rule", "clarification_loop",
    "tool_errors", "insufficient_context", "empty_library", "cancel", "change", "request", "sensitive", "abuse",
    "blocked", "danger", "own_matter", "late",
]  # fmt: skip


class HandOver(Command):
    """Hand the matter to a person, with the reason and what it is about."""

    name: ClassVar[str] = "hand_over"

    reason: Reason = "human_request"
    about: str = ""


class OfferPerson(Command):
    """Offer to pass on a wish that nothing here serves; it goes to a person once they say yes."""

    name: ClassVar[str] = "offer_person"
    for_model: ClassVar[bool] = False
    is_read: ClassVar[bool] = True

    why: Literal["cannot", "unknown"] = "cannot"
    """It is nothing that is done from here, or nothing that is known here."""


class LetItBe(Command):
    """The no to "shall I pass it on?"."""

    name: ClassVar[str] = "let_it_be"
    stands_alone: ClassVar[bool] = False
    for_model: ClassVar[bool] = False


class RateTicket(Command):
    """How they were served under a ticket: 1 very badly, 5 very well."""

    name: ClassVar[str] = "rate_ticket"
    for_model: ClassVar[bool] = False

    ticket: str = Field(max_length=36)
    score: int = Field(ge=1, le=5)


COMMANDS = (HandOver, OfferPerson, LetItBe, RateTicket)
