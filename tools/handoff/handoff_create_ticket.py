"""Asks a person to take over: a ticket with everything they need; one open ticket a conversation. Never refuses.

When a reply is expected follows from the tenant's promise in minutes and its opening hours, in its own time.
"""

from datetime import datetime, timedelta

from pydantic import Field

from tenants.models import Tenant
from tools.contract import Args, Result, Tool, ToolContext
from tools.handoff import promise, services


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
    expected_at: datetime | None = Field(None, description="The same as a time, in the tenant's time zone.")
    within_minutes: int | None = Field(None, description="Set when somebody is at work now and answers so soon.")


def run(args: HandoffCreateTicketArgs, context: ToolContext) -> HandoffCreateTicketResult:
    tenant = Tenant.objects.get(pk=context.tenant_id)
    hours, minutes = promise.hours_of(tenant), promise.minutes_of(tenant)
    expected_at = promise.made(tenant, now=context.now)
    ticket, is_new = services.open_ticket(
        conversation_id=context.conversation_id, customer_id=context.customer_id, expected_at=expected_at,
        due_at=promise.due(tenant, now=context.now), now=context.now, **args.model_dump(),
    )  # fmt: skip
    is_soon = expected_at is not None and expected_at - context.now == timedelta(minutes=minutes or 0)
    told_at = ticket.expected_at if not is_new and ticket.expected_at else expected_at
    return HandoffCreateTicketResult(
        ticket_id=str(ticket.id),
        number=ticket.number,
        is_new=is_new,
        expected_reply=_in_words(hours.local(told_at), minutes if is_soon and is_new else None) if told_at else None,
        expected_at=hours.local(told_at) if told_at else None,
        within_minutes=minutes if is_soon and is_new else None,
    )


def _in_words(expected_at: datetime, minutes: int | None) -> str:
    return f"within {minutes} minutes" if minutes else f"{expected_at:%Y-%m-%d %H:%M}"


TOOL = Tool(
    name="handoff_create_ticket",
    effect="write",
    description="Hand the conversation to a person: opens a ticket with the reason, a summary and the sources.",
    args=HandoffCreateTicketArgs,
    result=HandoffCreateTicketResult,
    run=run,
)
