"""Asks a person to take over: a ticket with everything she needs; one open ticket a conversation."""

from pydantic import Field

from tools.contract import Args, Result


class HandoffCreateTicketArgs(Args):
    """Why, and what a person should know."""

    reason: str = Field(
        max_length=60, description="A code: human_request, insufficient_context, dispute, refund, tool_errors ..."
    )
    journey: str = Field(max_length=20, description="The journey in which it happened.")
    step: str = Field(max_length=60, description="The step of the journey.")
    summary: str = Field(max_length=2000, description="What the customer wants and what was tried.")
    sources: list[str] = Field(default_factory=list, description="Citations that were looked at.")


class HandoffCreateTicketResult(Result):
    """The ticket, as the customer may quote it."""

    ticket_id: str
    number: str
    is_new: bool = Field(description="False when an open ticket of this conversation was added to.")
    expected_reply: str | None = Field(
        description="When a person is expected to answer, from the tenant's rules and hours."
    )
