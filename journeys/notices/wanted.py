"""What a notice is sent for, and whether the customer wants to be told, so that nothing is asked that nobody hears."""

from typing import Final

from journeys.notices.event import NoticeEvent
from journeys.state import ConversationState
from tenants.consent.standing import Consents

DIRECT: Final = frozenset({"payment.settled", "payment.partial", "payment.excess", "payment.failed"})
AWAITED: Final = frozenset({"pending", "unknown"})


def purpose_of(event: NoticeEvent, state: ConversationState) -> str:
    """The result of a payment that they have started and wait for answers them, and so does what is decided of a refund
    that they have asked for; it is always told."""
    if is_awaited(event, state) or event.name.startswith("billing."):
        return "answer"
    return "order_updates" if event.name.startswith("order.") else "payment_updates"


def is_wanted(event: NoticeEvent, state: ConversationState) -> bool:
    return Consents(state.customer.notification_prefs).refusal(purpose_of(event, state)) is None


def is_awaited(event: NoticeEvent, state: ConversationState) -> bool:
    is_their_payment = state.purchase.order_number == event.number and state.purchase.payment_status in AWAITED
    return event.name in DIRECT and is_their_payment
