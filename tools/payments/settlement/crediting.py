"""Counts a payment's money for its order and tells the customer, in the transaction that makes it paid."""

from datetime import datetime
from decimal import Decimal
from uuid import uuid4

import structlog

from tools.orders import services
from tools.orders.models import Order
from tools.payments.models import IncomingPayment, Payment
from tools.payments.settlement import events

log = structlog.get_logger(__name__)
Method, Status, Kind = Payment.Method, Payment.Status, IncomingPayment.Status


def credit(payment: Payment, *, now: datetime) -> None:
    """Once for each payment: by whoever makes it paid."""
    by = payment.get_method_display()
    what = f"{by}: {payment.amount:,.2f} {payment.currency} {payment.receipt}".strip()
    events.of_credit(payment, services.credit(payment.order_id, amount=payment.amount, what=what, now=now))


def credit_alone(incoming: IncomingPayment, order: Order, *, now: datetime) -> None:
    """Credit it as a paybill payment: the one that the order waits for, or one of its own."""
    due = order.due
    payment = _awaited(order) or _unasked(incoming, order)
    payment.status, payment.amount, payment.receipt = Status.PAID, incoming.amount, incoming.transaction_id
    payment.settled_at, payment.ask_at = now, None
    payment.save()
    incoming.order, incoming.payment, incoming.status = order, payment, _kind(incoming, order, due)
    incoming.save()
    credit(payment, now=now)
    log.info("payments.incoming.credited", status=incoming.status)


def _kind(incoming: IncomingPayment, order: Order, due: Decimal) -> IncomingPayment.Status:
    if order.status == Order.Status.CANCELLED:
        return Kind.CLOSED
    if not due:
        return Kind.DOUBLE
    return Kind.MATCHED if incoming.amount == due else Kind.UNDER if incoming.amount < due else Kind.OVER


def _awaited(order: Order) -> Payment | None:
    # Under the order's lock already; the payment's keeps polling away until the money is credited.
    rows = Payment.objects.select_for_update(no_key=True).filter(order=order, method=Method.MPESA_C2B)
    return rows.filter(status=Status.PENDING).first()


def _unasked(incoming: IncomingPayment, order: Order) -> Payment:
    return Payment(
        order=order,
        customer_id=order.customer_id,
        account_id=incoming.account_id,
        conversation_id=order.conversation_id,
        request_id=uuid4(),
        method=Method.MPESA_C2B,
        amount=incoming.amount,
        currency=incoming.currency,
        sent_at=incoming.paid_at,
    )
