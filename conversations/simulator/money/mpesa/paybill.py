"""A payment that starts with the customer: they name a paybill or till, the merchant may object, the money moves."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import httpx

from conversations.simulator.money import courier, journal, ledger
from conversations.simulator.money.models import SimulatedShortCode, SimulatedTransfer
from conversations.simulator.money.mpesa import callbacks
from tenants.scope import tenant_scope

PATIENCE = httpx.Timeout(8)
CANCELLED = "Cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What the customer typed."""

    payer: str
    party: str
    account: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the merchant, or the default it registered, says to a payment."""

    code: str = ""
    third_party_id: str = ""


def pay(tenant_id: UUID, name: str, wanted: Payment, *, now: datetime) -> SimulatedTransfer | None:
    """Validate, debit, and have it confirmed; None when the merchant refused it."""
    transfer = SimulatedTransfer(
        tenant_id=tenant_id, kind=ledger.Kind.C2B, receipt=ledger.new_receipt(now), payer=wanted.payer,
        party=wanted.party, reference=wanted.account, amount=wanted.amount, created_at=now,
    )  # fmt: skip
    verdict = _validated(tenant_id, transfer)
    if verdict.code:
        said = f"Failed. {name} did not accept Ksh{wanted.amount:,}.00 for account {wanted.account}."
        journal.sms(tenant_id, wanted.payer, said)
        return None
    with tenant_scope(tenant_id):
        transfer.save()
        # The row's own time is when it was written; a transaction has one time for validation and confirmation.
        SimulatedTransfer.objects.filter(pk=transfer.pk).update(created_at=now)
        journal.note(tenant_id, wanted.payer, f"KES {wanted.amount:,} paid to {wanted.party}: {transfer.receipt}")
        journal.sms(tenant_id, wanted.payer, ledger.sms(transfer.receipt, wanted.amount, name, wanted.account, now))
    courier.begin(callbacks.confirm, tenant_id, transfer.id, verdict.third_party_id)
    return transfer


def pay_later(tenant_id: UUID, name: str, wanted: Payment, now: datetime) -> None:
    """The same for whoever does not wait for it."""
    pay(tenant_id, name, wanted, now=now)


def _validated(tenant_id: UUID, transfer: SimulatedTransfer) -> Verdict:
    """The merchant has eight seconds; then its registered default stands."""
    with tenant_scope(tenant_id):
        number = SimulatedShortCode.objects.filter(short_code=transfer.party).first()
        if number is None:
            return Verdict()
        sent = callbacks.payment(transfer, number, balance="")
    parcel = courier.Parcel(url=number.validation_url, json=sent, msisdn=transfer.payer, title="C2B validation")
    answer = courier.ask(tenant_id, parcel, timeout=PATIENCE)
    code = str(answer.body.get("ResultCode", ""))
    if not answer.is_taken or not code:
        return Verdict(code="unanswered") if number.response_type == CANCELLED else Verdict()
    if code != "0":
        return Verdict(code=code)
    return Verdict(third_party_id=str(answer.body.get("ThirdPartyTransID", "")))
