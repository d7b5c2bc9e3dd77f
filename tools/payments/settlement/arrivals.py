"""Paybill money: kept once, whoever tells of it first; then found to be true, to be another amount, or never come."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

import structlog
from django.db import IntegrityError, transaction

from tenants.pseudonyms import pseudonym
from tools.orders import services
from tools.orders.models import Order
from tools.payments.contract import Effect
from tools.payments.models import IncomingPayment, Payment, PaymentAccount, locked
from tools.payments.settlement import events, matching

log = structlog.get_logger(__name__)
Kind, Status = IncomingPayment.Status, Payment.Status
TOLD_TWICE = "It was told with {first} first, and then with {second}. Look it up."
OTHER_AMOUNT = "It was told as {told}; Safaricom confirmed {true}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """Money as somebody tells of it."""

    transaction_id: str
    amount: Decimal
    reference: str
    phone: str
    name: str
    paid_at: datetime


def keep(
    account: PaymentAccount, money: Money, *, now: datetime, confirmed_by: str = ""
) -> tuple[Effect, IncomingPayment | None]:
    """Keep it and credit it to the order it names, in the tenant scope that is open; its row, unless it was erased."""
    if _was_erased(account, money):
        return "repeated", None
    try:
        with transaction.atomic():
            incoming = IncomingPayment.objects.create(
                account=account,
                transaction_id=money.transaction_id,
                amount=money.amount,
                reference=money.reference[:60],
                payer_phone=money.phone[:80],
                payer_name=money.name[:120],
                paid_at=money.paid_at,
                confirmed_at=now if confirmed_by else None,
                confirmed_by=confirmed_by,
            )
    except IntegrityError:
        return "repeated", _known(money, now)
    matching.match(incoming, now=now)
    if incoming.status == Kind.HELD:
        return "held", incoming
    return ("kept" if incoming.status == Kind.UNMATCHED else "credited"), incoming


def _was_erased(account: PaymentAccount, money: Money) -> bool:
    """Its customer was erased since: it is known by its pseudonym alone, and must not come back under its name."""
    name = pseudonym(account.tenant_id, money.transaction_id)
    is_kept = IncomingPayment.objects.filter(transaction_id=name).exists()
    return is_kept or Payment.objects.filter(receipt=name).exists()


def _known(money: Money, now: datetime) -> IncomingPayment:
    """The row of a repetition. One that tells another amount was told by two, of whom one lies."""
    row: IncomingPayment = IncomingPayment.objects.get(transaction_id=money.transaction_id)
    if row.amount != money.amount and row.confirmed_at is None and not row.problem:
        row.problem = TOLD_TWICE.format(first=f"{row.amount:,.2f}", second=f"{money.amount:,.2f}")
        row.ask_at = now if row.account.can_ask else row.ask_at
        row.save(update_fields=["problem", "ask_at"])
    return row


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
