"""Whether she wants to be told: her notification preferences and STOP, save for what she has just asked for herself."""

from typing import Final

from journeys.context import TurnContext
from journeys.notices.happening import Happening
from journeys.state import ConversationState

DIRECT: Final = frozenset({"payment.settled", "payment.partial", "payment.excess", "payment.failed"})
AWAITED: Final = frozenset({"pending", "unknown"})


def is_wanted(happening: Happening, state: ConversationState, context: TurnContext) -> bool:
    """The result of a payment that she has started and waits for is always told."""
    return is_awaited(happening, state) or not _is_refused(happening, state, context)


def is_awaited(happening: Happening, state: ConversationState) -> bool:
    is_her_payment = state.purchase.order_number == happening.number and state.purchase.payment_status in AWAITED
    return happening.name in DIRECT and is_her_payment


def _is_refused(happening: Happening, state: ConversationState, context: TurnContext) -> bool:
    kind = "order_updates" if happening.name.startswith("order.") else "payment_updates"
    return state.customer.notification_prefs.get(kind) is False or _has_stopped(context)


def _has_stopped(context: TurnContext) -> bool:
    """Whether she wrote STOP, as her profile, fetched at the beginning of the turn, tells."""
    profiles = [call.result for call in context.trace.tool_calls if call.tool == "customer_get_or_create"]
    return any(profile and profile.consent_flags.get("messages") is False for profile in profiles)
