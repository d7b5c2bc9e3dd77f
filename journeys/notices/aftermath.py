"""What an event changes in the state, and whether a later one has made it untrue."""

from typing import Final

from journeys.checkout import purchase
from journeys.context import TurnContext
from journeys.notices.event import NoticeEvent
from journeys.state import Confirm, ConversationState, Pick, Tell
from tools.registry import BY_NAME

STATUS_AFTER: Final = {
    "payment.settled": "paid",
    "payment.excess": "paid",
    "payment.partial": "part_paid",
    "payment.failed": "failed",
    "payment.reversed": "reversed",
}
OVER: Final = frozenset({"delivered", "cancelled"})
ASKS_ABOUT_IT: Final = frozenset({"cart", "line", "way", "retry"})
PAID: Final = frozenset({"paid", "overpaid"})


def is_outdated(event: NoticeEvent, context: TurnContext) -> bool:
    """Whether a failure is told too late: the order has been paid meanwhile, by whatever way."""
    if event.name != "payment.failed" or "order_get_status" not in BY_NAME:
        return False
    found = context.call("order_get_status", number=event.number).result
    return bool(found and found.orders and found.orders[0].payment_status in PAID)


def of(event: NoticeEvent, state: ConversationState) -> ConversationState:
    """The state afterwards; an order that is settled or over is no longer what they are about."""
    if state.purchase.order_number != event.number:
        return state
    if event.name == "order.status_changed":
        return _over(state, None) if event.status in OVER else state
    status = STATUS_AFTER.get(event.name)
    if status is None:
        return state
    return _over(state, status) if status == "paid" else state.having(payment_status=status)


def _over(state: ConversationState, payment_status: str | None) -> ConversationState:
    """Without the order; a question about something else still stands."""
    asked = state.controls.asked
    is_about_it = (
        isinstance(asked, Confirm)
        or (isinstance(asked, Tell) and asked.what == "phone")
        or (isinstance(asked, Pick) and asked.of in ASKS_ABOUT_IT)
    )
    return purchase.closed(state, asked=None if is_about_it else asked, payment_status=payment_status)
