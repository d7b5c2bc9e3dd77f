"""Writes what was found out about paybill money: it is true, it is another amount, or it never came."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

import structlog

from tools.orders import services
from tools.orders.models import Order
from tools.payments.models import IncomingPayment, Payment, locked
from tools.payments.settlement import events, matching

log = structlog.get_logger(__name__)
Kind, Status = IncomingPayment.Status, Payment.Status
OTHER_AMOUNT = "It was told as {told}; Safaricom confirmed {true}."


def confirm(incoming_id: UUID, *, by: str, now: datetime, amount: Decimal | None = None) -> bool:
    """It is true, or true with another amount; what waited for it is credited. False when that was known."""
    incoming = _locked(incoming_id)
    if incoming is None or incoming.confirmed_at is not None:
        return False
    true = incoming.amount if amount is None else amount
    if true != incoming.amount:
        incoming.problem = OTHER_AMOUNT.format(told=f"{incoming.amount:,.2f}", true=f"{true:,.2f}")
        log.error("payments.incoming.other_amount", incoming_id=str(incoming.pk))
        _take_back(incoming, incoming.problem, now)
        incoming.amount, incoming.status, incoming.payment = true, Kind.UNMATCHED, None
    else:
        incoming.problem = ""
    incoming.confirmed_at, incoming.confirmed_by, incoming.ask_at = now, by[:150], None
    waits = incoming.status in (Kind.HELD, Kind.VOID, Kind.UNMATCHED)
    if incoming.status in (Kind.HELD, Kind.VOID):
        incoming.status, incoming.payment = Kind.UNMATCHED, None
    incoming.save()
    if waits:
        matching.match(incoming, now=now)
    return True


def void(incoming_id: UUID, *, why: str, by: str, now: datetime) -> bool:
    """It never came: what was credited for it is taken back, and the customer is told. False when that was settled."""
    incoming = _locked(incoming_id)
    if incoming is None or incoming.confirmed_at is not None or incoming.status == Kind.VOID:
        return False
    _take_back(incoming, why, now)
    incoming.status, incoming.problem, incoming.confirmed_by, incoming.ask_at = Kind.VOID, why[:300], by[:150], None
    incoming.save()
    log.error("payments.incoming.void", incoming_id=str(incoming.pk))
    return True


def _take_back(incoming: IncomingPayment, why: str, now: datetime) -> None:
    """An STK request has its own answer from Safaricom, so only a person can say what became of its money."""
    payment = locked(incoming.payment_id) if incoming.payment_id else None
    if payment is None or payment.status != Status.PAID:
        return
    payment.problem = why[:300]
    if incoming.status in IncomingPayment.CREDITED:
        payment.status, payment.settled_at, payment.ask_at, payment.receipt = Status.REVERSED, now, None, ""
    payment.save()
    if payment.status == Status.REVERSED:
        what = f"{payment.get_method_display()}: {payment.amount:,.2f} {payment.currency} did not come"
        events.of_reversal(payment, services.debit(payment.order_id, amount=payment.amount, what=what, now=now))


def _locked(incoming_id: UUID) -> IncomingPayment | None:
    """The order first, as everywhere."""
    order_id = IncomingPayment.objects.filter(pk=incoming_id).values_list("order_id", flat=True).first()
    if order_id is not None:
        Order.objects.select_for_update(no_key=True).filter(pk=order_id).first()
    rows = IncomingPayment.objects.select_related("account").select_for_update(of=("self",), no_key=True)
    incoming: IncomingPayment | None = rows.filter(pk=incoming_id).first()
    return incoming
