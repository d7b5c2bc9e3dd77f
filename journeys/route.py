"""route: which journey answers. The table of journeys, and the thresholds that choose among them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from journeys.flow import Flow, Node, Reason, Turn
from journeys.offers.graph import offers
from journeys.orders.graph import orders
from journeys.preferences.graph import preferences
from journeys.sales.graph import sales
from journeys.state import ConversationState, Intent, Journey
from journeys.support.graph import support
from journeys.support.question.complete import begins_as_follow_up
from journeys.unknown.node import unknown
from journeys.wording.contact import goes_in_circles

JOURNEYS: Mapping[Journey, Node] = {
    "sales": sales,
    "orders": orders,
    "offers": offers,
    "support": support,
    "prefs": preferences,
    "unknown": unknown,
}

OF_INTENT: Mapping[Intent, Journey] = {
    "sales_discovery": "sales",
    "product_question": "sales",
    "support_question": "support",
    "order_status": "orders",
    "discounts_offers": "offers",
    "preferences_consent": "prefs",
    "payment_help": "orders",
    "human_request": "support",
}
OF_ANSWER: Mapping[str, Journey] = {
    **dict.fromkeys(("item", "buy", "option", "quantity", "cart", "method", "confirm", "phone", "pay"), "sales"),
    "offer": "offers",
    "order": "orders",
    "topic:sales": "sales",
    "topic:orders": "orders",
    "topic:offers": "offers",
    "topic:prefs": "prefs",
    "topic:support": "support",
    "topic:human": "support",
}
ROUTES_AT: Final = 0.70
ASKS_AT: Final = 0.50
STICKY: Final[tuple[Journey, ...]] = ("sales", "orders", "offers", "support")
RECENT: Final = timedelta(hours=2)


def route(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, now = flow["state"], runtime.context.tools.now
    journey, reason = _answered(flow["answer"], state) if "answer" in flow else decide(state, now)
    if journey == "sales" and reason == "sure" and _asks_on(state, runtime.context.text, now):
        journey, reason = "support", "stays"
    state = _needing_a_person(state, flow.get("answer", ""), journey)
    if state.escalation_required:
        journey, reason = "support", "sure"
    runtime.context.trace.notes["route"] = {"journey": journey, "reason": reason, "intent": state.intent}
    if journey in STICKY and not state.escalation_required:  # a ticket names the journey in which it was needed
        state = state.having(journey=journey, journey_at=now)
    return {"state": state, "route": journey, "reason": reason}


def decide(state: ConversationState, now: datetime) -> tuple[Journey, Reason]:
    """A clear intent goes to its journey, a weak one stays where she is; else we ask, or admit it."""
    journey = OF_INTENT.get(state.intent, "unknown")
    if state.intent == "payment_help" and state.asked is not None and state.asked.kind == "pick_method":
        return state.asked.journey, "stays"
    if journey in ("sales", "unknown") and _is_telling_details(state, now):
        return state.journey, "stays"
    if journey == "sales" and _goes_back_to_the_shelf(state):
        return journey, "stays"
    if journey != "unknown" and state.intent_confidence >= ROUTES_AT:
        return journey, "sure"
    if state.intent_confidence < ROUTES_AT and is_mid_journey(state, now):
        return state.journey, "stays"
    if journey != "unknown" and state.intent_confidence >= ASKS_AT:
        return "unknown", "asks"
    return "unknown", "unknown"


def is_mid_journey(state: ConversationState, now: datetime) -> bool:
    return state.journey in STICKY and state.journey_at is not None and now - state.journey_at <= RECENT


def _is_telling_details(state: ConversationState, now: datetime) -> bool:
    """The name of a device answers our question, and is no wish to buy one."""
    is_asked = state.asked is not None and (state.asked.kind, state.asked.journey) == ("details", state.journey)
    return is_asked and is_mid_journey(state, now)


def _asks_on(state: ConversationState, text: str, now: datetime) -> bool:
    """ "And for a laptop?" after an answer asks the same of a laptop, unless she was shopping before."""
    is_in_support = state.journey == "support" and is_mid_journey(state, now) and bool(state.kb_snippets)
    return is_in_support and not state.last_catalog_results and begins_as_follow_up(text)


def _goes_back_to_the_shelf(state: ConversationState) -> bool:
    """A question in between does not end the shopping."""
    return state.journey == "support" and bool(state.last_catalog_results) and state.intent_confidence >= ASKS_AT


def _needing_a_person(state: ConversationState, answer: str, journey: Journey) -> ConversationState:
    """Who chose a person, or would be asked once too often what she means, gets one."""
    is_lost = journey == "unknown" and answer == "" and goes_in_circles(state)
    reason = "human_request" if answer == "topic:human" else "clarification_loop" if is_lost else None
    return state.having(escalation_required=True, escalation_reason=reason) if reason else state


def _answered(answer: str, state: ConversationState) -> tuple[Journey, Reason]:
    asking = state.asked.journey if state.asked else "unknown"
    return OF_ANSWER.get(answer) or OF_ANSWER.get(answer.split(":")[0]) or asking, "answered"


def node_of(flow: Flow) -> str:
    """The node that serves the journey; what has no journey yet is answered honestly by `unknown`."""
    return flow["route"] if flow["route"] in JOURNEYS else "unknown"
