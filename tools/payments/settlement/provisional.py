"""How much of what is told unasked is believed: up to the account's limit, over all orders of a customer."""

from datetime import datetime, timedelta

import structlog
from django.db.models import Sum

from tenants import locks
from tools.orders.models import Order
from tools.payments.models import IncomingPayment

log = structlog.get_logger(__name__)
Kind = IncomingPayment.Status
# By then Safaricom's list will have told of it.
CONFIRM_LATER = timedelta(hours=1)
NOBODY_TO_ASK = (
    "Safaricom has not confirmed this money, and cannot be asked: the account names no initiator. "
    "Look it up in its portal; then confirm it here, or strike it out."
)


def may_count(incoming: IncomingPayment, order: Order) -> bool:
    """Whether it is confirmed, or so little that it may be believed; of two at a time the second sees the first."""
    if incoming.confirmed_at is not None:
        return True
    locks.hold(f"unconfirmed:{order.customer_id}")
    believed = IncomingPayment.objects.filter(
        confirmed_at=None, status__in=(*IncomingPayment.CREDITED, Kind.SAME), order__customer_id=order.customer_id
    )
    so_far = believed.exclude(pk=incoming.pk).aggregate(sum=Sum("amount"))["sum"] or 0
    return bool(so_far + incoming.amount <= incoming.account.unconfirmed_limit)


def ask_later(incoming: IncomingPayment, now: datetime) -> None:
    """What is believed for now is asked about once the list has had its time; the caller saves it."""
    if incoming.confirmed_at is None and incoming.account.can_ask:
        incoming.ask_at = now + CONFIRM_LATER


def hold(incoming: IncomingPayment, order: Order, now: datetime) -> None:
    """It is for this order, and waits until it is confirmed."""
    incoming.order, incoming.payment, incoming.status = order, None, Kind.HELD
    if incoming.account.can_ask:
        incoming.ask_at = now
    elif incoming.account.pull_registered_at is None:
        incoming.problem = incoming.problem or NOBODY_TO_ASK
    incoming.save()
    log.info("payments.incoming.held", incoming_id=str(incoming.pk))
