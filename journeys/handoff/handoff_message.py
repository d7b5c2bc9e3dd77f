"""Tells the customer that a person takes over, with the ticket's number and when to expect an answer.

Without the model fixed sentences say it."""

from typing import Final

from journeys import tenant
from journeys.context import TurnContext
from journeys.state import ConversationState
from journeys.wording.contact import contact_ways, how_to_reach_a_person
from journeys.wording.days import day_or_today
from journeys.wording.phrases import phrases, say
from tenants.rules import Escalation, read_rules
from tools.handoff.handoff_create_ticket import HandoffCreateTicketResult

PROMPT: Final = """\
A person of the business takes over, and `reason` is why. Say so in at most three short sentences, kind and plain, and
name in their own words what goes to that person. Keep all that `usual_sentence` states: the ticket's number, when a
reply is expected, how to reach us. Blame nobody, settle and promise nothing."""


def usual_message(
    reason: str, ticket: HandoffCreateTicketResult, state: ConversationState, context: TurnContext
) -> str:
    phone = read_rules(Escalation, state.tenant.handoff).phone
    known = (f"orders_person_{reason}", f"because_of_{reason}", "because_of_insufficient_context")
    because = next(name for name in known if name in phrases())
    parts = [
        *([say("call_at_once", state, phone=phone)] if reason == "danger" and phone else []),
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
    return say("reply_by", state, day=day_or_today(expected.date(), now, state), time=f"{expected:%H:%M}")
