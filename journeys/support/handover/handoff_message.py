"""Tells the customer that a person takes over, with the ticket's number and when to expect her.

Without the model fixed sentences say it."""

from datetime import datetime
from typing import Final

from pydantic import BaseModel, ConfigDict

from journeys import tenant
from journeys.compose.grounds import objection
from journeys.context import TurnContext
from journeys.flow import may_ask
from journeys.llm import Facts, Question
from journeys.state import ConversationState
from journeys.support.tell_hours import day_name
from journeys.wording.contact import contact_ways, how_to_reach_a_person
from journeys.wording.phrases import phrases, say, spoken
from tools.handoff.handoff_create_ticket import HandoffCreateTicketResult

REASONS: Final = "because_of_"
PROMPT = """\
Tell a customer on WhatsApp that a person of the business takes over, in `language` (sw: everyday Kenyan Swahili;
sheng: Nairobi's Sheng) and in the tone `tone`: at most three short sentences. `reason` is why, `usual_message`
what is usually said. Keep all that it states: the ticket's number, when a reply is expected, how to reach us. Be
kind and plain, blame nobody, promise nothing more, and copy every figure as it stands there."""


class Told(BaseModel):
    """The message."""

    model_config = ConfigDict(extra="forbid")

    text: str


def local(facts: Facts) -> Told:
    return Told(text=facts["usual_message"])


QUESTION = Question(name="handoff_message", prompt=PROMPT, schema=Told, local=local)


def message(
    reason: str, ticket: HandoffCreateTicketResult, usual: str, state: ConversationState, context: TurnContext
) -> str:
    if not may_ask(context):
        return usual
    facts = {
        "reason": reason, "usual_message": usual, "language": spoken(state.response_language), "tone": state.tone_style,
    }  # fmt: skip
    grounded = objection(state, context)

    def check(told: Told) -> str | None:
        has_number = ticket.number in told.text
        return grounded(told) if has_number else f"The ticket's number {ticket.number} must stand in it."

    return context.mind.ask(QUESTION, facts, check=check).text.strip() or usual


def usual_message(
    reason: str, ticket: HandoffCreateTicketResult, state: ConversationState, context: TurnContext
) -> str:
    because = f"{REASONS}{reason}" if f"{REASONS}{reason}" in phrases() else f"{REASONS}insufficient_context"
    parts = [
        say(because, state),
        say("handed_over" if ticket.is_new else "handed_over_before", state, number=ticket.number),
        _when(ticket, state, context),
        *([how_to_reach_a_person(state)] if contact_ways(state) else []),
    ]
    return " ".join(parts)


def _when(ticket: HandoffCreateTicketResult, state: ConversationState, context: TurnContext) -> str:
    if ticket.within_minutes:
        return say("reply_within", state, minutes=ticket.within_minutes)
    expected, now = ticket.expected_at, tenant.local_now(context)
    if expected is None or expected < now:
        return say("reply_soon", state)
    return say("reply_by", state, day=_day(expected, now, state), time=f"{expected:%H:%M}")


def _day(expected: datetime, now: datetime, state: ConversationState) -> str:
    return say("today", state) if expected.date() == now.date() else day_name(expected.date(), state)
