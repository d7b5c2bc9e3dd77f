"""Keeps one receipt from being credited twice, where an STK request's money is also confirmed as paybill money.

Safaricom tells of its money up to three times: its callback and the paybill's confirmation name the receipt,
its answer to a query does not. Which comes first is chance.
"""

from datetime import datetime
from typing import Any

import structlog

from tools.payments.models import IncomingPayment, Payment
from tools.payments.settlement import provisional
from tools.payments.settlement.crediting import credit_alone

log = structlog.get_logger(__name__)
Method, Status, Kind = Payment.Method, Payment.Status, IncomingPayment.Status
BY_STK = "Safaricom's answer about the STK request"
TWICE = "This receipt was credited before, as another payment. Look both up."


def take_over(payment: Payment) -> bool:
    """Whether this paid request's money is in already under its receipt; the paybill payment then becomes this one."""
    other = Payment.objects.filter(receipt=payment.receipt).exclude(pk=payment.pk).first() if payment.receipt else None
    if other is None:
        return False
    is_same = (other.order_id, other.amount, other.method) == (payment.order_id, payment.amount, Method.MPESA_C2B)
    if not is_same:
        payment.status, payment.receipt, payment.problem = Status.FAILED, "", TWICE
        return True
    other.receipt = ""
    other.save(update_fields=["receipt"])
    payment.save()
    IncomingPayment.objects.filter(payment=other).update(payment=payment, status=Kind.SAME, **_confirmed(payment))
    other.delete()
    return True


def claim(payment: Payment) -> None:
    """Money that came without a reference, as a till's does, turns out to be this paid request's own."""
    rows = IncomingPayment.objects.filter(status__in=[Kind.UNMATCHED, Kind.HELD], amount=payment.amount)
    rows.filter(transaction_id=payment.receipt).update(
        order=payment.order, payment=payment, status=Kind.SAME, **_confirmed(payment)
    )


def _confirmed(payment: Payment) -> dict[str, Any]:
    return {"confirmed_at": payment.settled_at, "confirmed_by": BY_STK, "ask_at": None, "problem": ""}


def keep_receipt(payment: Payment, receipt: str, *, now: datetime) -> None:
    """Give a paid payment the receipt that was told later; one that another payment has stays there."""
    if not receipt or receipt == payment.receipt:
        return
    if Payment.objects.filter(receipt=receipt).exclude(pk=payment.pk).exists():
        return
    if not payment.receipt:
        payment.receipt = receipt
        return
    # Its receipt was taken over from paybill money of the same amount, which then was money of its own.
    log.warning("payments.receipt.differs", payment_id=str(payment.pk))
    _let_go(payment, receipt, now)


def _let_go(payment: Payment, receipt: str, now: datetime) -> None:
    """The paybill money becomes a payment of its own; the STK request keeps its credit, under its own receipt.

    If only the request spoke for that money, nobody does any more.
    """
    incoming = IncomingPayment.objects.filter(payment=payment, transaction_id=payment.receipt).first()
    payment.receipt = receipt
    payment.save()
    if incoming is None:
        return
    if incoming.confirmed_by == BY_STK:
        incoming.confirmed_at, incoming.confirmed_by = None, ""
    if provisional.may_count(incoming, payment.order):
        provisional.ask_later(incoming, now)
        credit_alone(incoming, payment.order, now=now)
    else:
        provisional.hold(incoming, payment.order, now)
