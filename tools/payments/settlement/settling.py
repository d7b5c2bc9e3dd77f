"""Writes how a payment ended: its state, its order's credit and the event for its customer, in one transaction.

Whoever writes first wins: nothing but a reversal leaves PAID, and a receipt is credited once in the tenant. What the
provider says and what our row says must agree on amount, currency and reference, or nothing is credited.
"""

from datetime import datetime
from uuid import UUID

import structlog

from tools.orders import services
from tools.orders.models import Order
from tools.payments.contract import ProviderStatus
from tools.payments.models import Payment, locked
from tools.payments.settlement import events, schedule
from tools.payments.settlement.crediting import credit
from tools.payments.settlement.receipts import claim, keep_receipt, take_over

log = structlog.get_logger(__name__)
Method, Status = Payment.Method, Payment.Status
GIVEN_UP = "The provider did not say within a day how this ended. Look it up in its portal."


def settle(payment_id: UUID, told: ProviderStatus, *, now: datetime) -> Payment | None:
    """Draw the conclusion in the tenant scope that is open; None when the payment was erased."""
    payment = locked(payment_id)
    if payment is None:
        return None
    order = payment.order
    before = payment.status
    match told.state:
        case "paid":
            _paid(payment, order, told, now)
        case "reversed":
            _reversed(payment, told, now)
        case "failed" if _is_final(payment, told, now):
            _failed(payment, order, told, now)
        case _:
            _still_open(payment, now)
    payment.save()
    if payment.status == Status.PAID:
        claim(payment)
    if payment.status != before:
        log.info("payments.payment.settled", method=payment.method, status=payment.status, code=told.code)
    return payment


def _is_final(payment: Payment, told: ProviderStatus, now: datetime) -> bool:
    """A failure that may pass counts when a callback told the same, or when it has lasted."""
    asked_for = payment.sent_at or payment.created_at
    return told.is_sure or told.code == payment.told_code or now - asked_for >= schedule.UNSURE_FOR


def _paid(payment: Payment, order: Order, told: ProviderStatus, now: datetime) -> None:
    receipt = told.receipt or payment.told_receipt
    if payment.status == Status.PAID:
        keep_receipt(payment, receipt, now=now)
        payment.ask_at = None
        return
    if payment.status == Status.REVERSED:
        payment.problem, payment.ask_at = "The provider says paid, after it said reversed.", None
        return
    if problem := _disagreement(payment, told):
        payment.problem = problem
        _still_open(payment, now)
        log.error("payments.payment.disagrees", payment_id=str(payment.pk))
        return
    _close(payment, Status.PAID, now)
    payment.receipt, payment.reason, payment.problem = receipt, "", ""
    if not take_over(payment):
        credit(payment, now=now)


def _disagreement(payment: Payment, told: ProviderStatus) -> str:
    """What the provider says otherwise than we asked; of an STK request none is told."""
    if told.amount is not None and told.amount != payment.amount:
        return f"The provider says {told.amount} {told.currency}, we asked for {payment.amount}."
    if told.currency and told.currency != payment.currency:
        return f"The provider says {told.currency}, we asked for {payment.currency}."
    if told.reference and told.reference != str(payment.pk):
        return "The provider tells of another payment under this one's id."
    return ""


def _failed(payment: Payment, order: Order, told: ProviderStatus, now: datetime) -> None:
    if not payment.is_open:
        may_be_tried_again = (payment.method, payment.status) == (Method.CARD, Status.FAILED)
        payment.ask_at = schedule.next_at(payment, now) if may_be_tried_again else None
        return
    _close(payment, Status.FAILED, now)
    payment.reason, payment.told_code = told.reason or "declined", told.code
    if payment.method == Method.CARD:  # they may try again on the same page
        payment.ask_at = schedule.next_at(payment, now)
    payment.save()
    services.reopen(order.pk, now=now)
    events.of_failure(payment, order)


def _reversed(payment: Payment, told: ProviderStatus, now: datetime) -> None:
    was_paid = payment.status == Status.PAID
    if payment.status == Status.REVERSED:
        return
    _close(payment, Status.REVERSED, now)
    if was_paid:
        what = f"{payment.get_method_display()}: {payment.amount:,.2f} {payment.currency} was reversed"
        events.of_reversal(payment, services.debit(payment.order_id, amount=payment.amount, what=what, now=now))


def _still_open(payment: Payment, now: datetime) -> None:
    """Asked again later."""
    if not payment.is_open:
        payment.ask_at = None
        return
    payment.ask_at = schedule.next_at(payment, now)
    if payment.ask_at is None:
        payment.problem = payment.problem or GIVEN_UP


def _close(payment: Payment, status: Payment.Status, now: datetime) -> None:
    payment.status, payment.settled_at = status, now
    payment.ask_at, payment.is_prompting = None, False
