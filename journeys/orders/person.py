"""person: what only a person may decide goes to one, with what is known of the order."""

from typing import Any

from journeys.flow import Turn
from journeys.orders.flow import OrdersFlow
from journeys.orders.shown.standing import heading, payment_words
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say
from tools.registry import BY_NAME

TOOL = "handoff_create_ticket"
LONGEST_QUOTE = 500


def dispute(flow: OrdersFlow, runtime: Turn) -> dict[str, Any]:
    return handed_over(flow, runtime, reason="dispute")


def handed_over(flow: OrdersFlow, runtime: Turn, *, reason: str) -> dict[str, Any]:
    """A ticket where there is a desk, otherwise the way to a person."""
    state = flow["state"].having(escalation_required=True, escalation_reason=reason)
    opening = say(f"orders_person_{reason}", state)
    call = runtime.context.call(TOOL, **_case(flow, reason)) if TOOL in BY_NAME else None
    if call is None or call.refusal:
        return {"state": state, "reply": Text(text=f"{opening} {how_to_reach_a_person(state)}")}
    ticket = call.result
    state = state.having(handoff_ticket_id=ticket.ticket_id)
    told = [opening, say("orders_ticket", state, number=ticket.number)]
    if ticket.expected_reply:
        told.append(say("orders_ticket_when", state, expected=ticket.expected_reply))
    return {"state": state, "reply": Text(text=" ".join(told))}


def _case(flow: OrdersFlow, reason: str) -> dict[str, Any]:
    return {"reason": reason, "journey": "orders", "step": flow["wish"].action, "summary": _summary(flow)}


def _summary(flow: OrdersFlow) -> str:
    in_english: ConversationState = flow["state"].having(response_language="en")
    parts = [flow["text"][:LONGEST_QUOTE]]
    for status in flow.get("found", ())[:1]:
        parts += [heading(status, in_english), payment_words(status, in_english)]
    return "\n".join(parts)
