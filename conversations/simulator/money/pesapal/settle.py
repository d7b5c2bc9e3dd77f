"""How an order at PesaPal ends: paid, declined, left, cancelled or given back; each end is told by an IPN."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.utils import timezone

from conversations.simulator.money import courier, journal, ledger
from conversations.simulator.money.models import SimulatedCheckout, SimulatedTransfer
from conversations.simulator.money.pesapal import ipn
from tenants.scope import tenant_scope

PARTY = "pesapal"
Status = SimulatedCheckout.Status


def pay(checkout: SimulatedCheckout, *, method: str, account: str, now: datetime) -> bool:
    """Take the money, once; False when the order had ended before."""
    with tenant_scope(checkout.tenant_id):
        row = _locked(checkout.id, (Status.PENDING,))
        if row is None:
            return False
        row.status, row.method, row.account = Status.COMPLETED, method, account
        row.confirmation_code = ledger.new_receipt(now)
        row.save()
        _move(row, ledger.Kind.CARD, row.confirmation_code, row.amount)
        journal.note(row.tenant_id, row.msisdn, f"{row.currency} {row.amount:,} paid by {method} {account}")
    courier.begin(ipn.tell, checkout.tenant_id, checkout.id)
    return True


def refuse(checkout: SimulatedCheckout, *, reason: str, method: str = "", account: str = "") -> bool:
    """The card was declined or the customer left."""
    with tenant_scope(checkout.tenant_id):
        row = _locked(checkout.id, (Status.PENDING,))
        if row is None:
            return False
        row.status, row.reason, row.method, row.account = Status.FAILED, reason, method, account
        row.save()
        journal.note(row.tenant_id, row.msisdn, f"Card payment failed: {reason}")
    courier.begin(ipn.tell, checkout.tenant_id, checkout.id)
    return True


def cancel_by_merchant(checkout: SimulatedCheckout) -> bool:
    """End what is not paid."""
    with tenant_scope(checkout.tenant_id):
        row = _locked(checkout.id, (Status.PENDING, Status.FAILED))
        if row is None:
            return False
        row.status, row.reason = Status.INVALID, "cancelled_by_merchant"
        row.save()
        journal.note(row.tenant_id, row.msisdn, "Card order cancelled by the business")
    return True


def ask_refund(tenant_id: UUID, confirmation_code: str, amount: Decimal) -> SimulatedCheckout | None:
    """Note a refund, once and of no more than was paid; None when it is refused."""
    with tenant_scope(tenant_id):
        rows = SimulatedCheckout.objects.select_for_update(of=("self",))
        paid = rows.filter(confirmation_code=confirmation_code, status=Status.COMPLETED, refund=None)
        row: SimulatedCheckout | None = paid.exclude(confirmation_code="").first()
        if row is None or amount > row.amount:
            return None
        row.refund = amount
        row.save()
    return row


def give_back(tenant_id: UUID, checkout_id: UUID) -> None:
    """The refund goes through; a full one reverses the payment."""
    with tenant_scope(tenant_id):
        row = _locked(checkout_id, (Status.COMPLETED,))
        if row is None or row.refund is None:
            return
        if row.refund == row.amount:
            row.status = Status.REVERSED
            row.save()
        _move(row, ledger.Kind.REFUND, ledger.new_receipt(timezone.now()), -row.refund)
        journal.note(tenant_id, row.msisdn, f"{row.currency} {row.refund:,} given back")
    ipn.tell(tenant_id, checkout_id)


def _locked(checkout_id: UUID, among: tuple[Status, ...]) -> SimulatedCheckout | None:
    rows = SimulatedCheckout.objects.select_for_update(of=("self",))
    return rows.filter(pk=checkout_id, status__in=among).first()


def _move(row: SimulatedCheckout, kind: ledger.Kind, receipt: str, amount: Decimal) -> None:
    SimulatedTransfer.objects.create(
        kind=kind, receipt=receipt, payer=row.account, party=PARTY, reference=row.merchant_reference,
        amount=amount, currency=row.currency,
    )  # fmt: skip
