"""Keeps money that has come to a paybill or till, once, whoever tells of it first."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import IntegrityError, transaction

from tenants.pseudonyms import pseudonym
from tools.payments.effects import Effect
from tools.payments.models import IncomingPayment, Payment, PaymentAccount
from tools.payments.settlement import matching

TOLD_TWICE = "It was told with {first} first, and then with {second}. Look it up."


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
    if incoming.status == IncomingPayment.Status.HELD:
        return "held", incoming
    return ("kept" if incoming.status == IncomingPayment.Status.UNMATCHED else "credited"), incoming


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
