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
from journeys.unknown.node import unknown

JOURNEYS: Mapping[Journey, Node] = {
    "sales": sales,
    "orders": orders,
    "offers": offers,
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
    "topic:sales": "sales",
    "topic:orders": "orders",
    "topic:offers": "offers",
    "topic:prefs": "prefs",
}
ROUTES_AT: Final = 0.70
ASKS_AT: Final = 0.50
STICKY: Final[tuple[Journey, ...]] = ("sales", "orders", "offers")
RECENT: Final = timedelta(hours=2)


def route(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, now = flow["state"], runtime.context.tools.now
    journey, reason = _answered(flow["answer"], state) if "answer" in flow else decide(state, now)
    runtime.context.trace.notes["route"] = {"journey": journey, "reason": reason, "intent": state.intent}
    if journey in STICKY:
        state = state.having(journey=journey, journey_at=now)
    return {"state": state, "route": journey, "reason": reason}


def decide(state: ConversationState, now: datetime) -> tuple[Journey, Reason]:
    """A clear intent goes to its journey, a weak one stays where she is; else we ask, or admit it."""
    journey = OF_INTENT.get(state.intent, "unknown")
    if state.intent == "payment_help" and state.asked is not None and state.asked.kind == "pick_method":
        return state.asked.journey, "stays"
    if journey != "unknown" and state.intent_confidence >= ROUTES_AT:
        return journey, "sure"
    if state.intent_confidence < ROUTES_AT and is_mid_journey(state, now):
        return state.journey, "stays"
    if journey != "unknown" and state.intent_confidence >= ASKS_AT:
        return "unknown", "asks"
    return "unknown", "unknown"


def is_mid_journey(state: ConversationState, now: datetime) -> bool:
    return state.journey in STICKY and state.journey_at is not None and now - state.journey_at <= RECENT


def _answered(answer: str, state: ConversationState) -> tuple[Journey, Reason]:
    asking = state.asked.journey if state.asked else "unknown"
    return OF_ANSWER.get(answer) or OF_ANSWER.get(answer.split(":")[0]) or asking, "answered"


def node_of(flow: Flow) -> str:
    """The node that serves the journey; what has no journey yet is answered honestly by `unknown`."""
    return flow["route"] if flow["route"] in JOURNEYS else "unknown"
