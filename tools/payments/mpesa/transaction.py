"""One transaction: Safaricom is asked how it stands, and answers later, to an address that only this question named."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from hmac import compare_digest
from typing import Any, Literal
from uuid import UUID

import structlog

from tenants.scope import fleet_scope, tenant_scope
from tenants.secrets import SecretUnreadable
from tools.payments import addresses, provider_log
from tools.payments.contract import Effect
from tools.payments.models import IncomingPayment, PaymentAccount
from tools.payments.mpesa import client, codes
from tools.payments.mpesa.purposes import RESULT
from tools.payments.settlement import arrivals
from tools.providers import Exchanges, ProviderProblem, redact

log = structlog.get_logger(__name__)
# Asked in one round of the sweep; the next round follows in seconds.
BATCH = 200
STATUS = "/mpesa/transactionstatus/v1/query"
CALLBACK = "/hooks/results/***/"
# How Daraja calls an account that is a paybill or till.
ORGANISATION = "4"
ENDED = frozenset({"cancelled", "declined", "expired", "failed", "reversed", "rejected"})
STEPS = tuple(timedelta(seconds=seconds) for seconds in (30, 60, 300, 900, 3600, 6 * 3600))
BY = "Safaricom's answer"
UNANSWERED = "Safaricom has not confirmed this money. Look it up in its portal; then confirm it here, or strike it out."
NOT_COMPLETED = "Safaricom says of it: {state}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Transaction:
    """How one transaction stands; `words` are Safaricom's own."""

    state: Literal["completed", "ended", "unknown"]
    words: str
    receipt: str = ""
    amount: Decimal | None = None
    receiver: str = ""


def send(account: PaymentAccount, *, receipt: str, result: str, exchanges: Exchanges) -> None:
    """Ask how it stands; the answer is posted to `result`. Raises NotSent, Busy, Refused or OutcomeUnknown."""
    body = {
        "Initiator": account.initiator,
        "SecurityCredential": account.security_credential,
        "CommandID": "TransactionStatusQuery",
        "TransactionID": receipt,
        "PartyA": account.customer_number,
        "IdentifierType": ORGANISATION,
        "ResultURL": result,
        "QueueTimeOutURL": result,
        "Remarks": "Reconciliation",
        "Occasion": "",
    }
    client.taken(client.post(account, STATUS, body, exchanges))


def parse(body: Mapping[str, Any]) -> Transaction | None:
    """The answer as it is posted; None when it is none."""
    result = body.get("Result")
    if not isinstance(result, dict) or not (code := codes.name(result.get("ResultCode"))):
        return None
    if code != "0":
        return Transaction(state="unknown", words=f"{code}: {result.get('ResultDesc', '')}"[:200])
    inner = result.get("ResultParameters")
    pairs = inner.get("ResultParameter") if isinstance(inner, dict) else None
    told = {
        str(each.get("Key")): redact.storable(str(each.get("Value", "")))
        for each in (pairs if isinstance(pairs, list) else [])
        if isinstance(each, dict)
    }
    words = told.get("TransactionStatus", "")
    state: Literal["completed", "ended", "unknown"] = (
        "completed" if words.lower() == "completed" else "ended" if words.lower() in ENDED else "unknown"
    )
    return Transaction(
        state=state,
        words=words[:200],
        receipt=told.get("ReceiptNo", "").upper()[:40],
        amount=client.money(told.get("Amount")),
        receiver=told.get("CreditPartyName", ""),
    )


def list_due(now: datetime) -> list[tuple[UUID, UUID]]:
    """Tenant and id of money that Safaricom is to be asked about, of every tenant, the longest waiting first."""
    with fleet_scope():
        due = IncomingPayment.objects.filter(ask_at__lte=now).order_by("ask_at")
        return list(due.values_list("tenant_id", "id")[:BATCH])


def ask(tenant_id: UUID, incoming_id: UUID, *, now: datetime) -> None:
    """Ask once; whatever goes wrong, it is asked again later, and a person looks when nothing helps."""
    with tenant_scope(tenant_id):
        incoming = _claim(incoming_id, now)
        address = _address(incoming) if incoming else ""
    if incoming is None:
        return
    exchanges: Exchanges = []
    try:
        send(incoming.account, receipt=incoming.transaction_id, result=address, exchanges=exchanges)
    except (ProviderProblem, SecretUnreadable) as error:
        log.warning("payments.incoming.ask_failed", incoming_id=str(incoming_id), problem=type(error).__name__)
    with tenant_scope(tenant_id):
        if IncomingPayment.objects.filter(pk=incoming_id).exists():  # it may have been erased meanwhile
            provider_log.keep(exchanges, account=incoming.account, payment=None, incoming=incoming)


def take_callback(
    account: PaymentAccount, incoming_id: UUID, secret: str, body: Mapping[str, Any], *, now: datetime
) -> Effect:
    """The answer to a question of ours, if it stands at the question's own address."""
    told = parse(body)
    with tenant_scope(account.tenant_id):
        incoming = IncomingPayment.objects.filter(pk=incoming_id, account=account).first()
        if incoming is None or not incoming.ask_secret or not compare_digest(incoming.ask_secret, secret):
            effect: Effect = "unknown_payment"
        elif told is None:
            effect = "malformed"
        else:
            effect = _concluded(incoming, told, now)
        known = incoming if effect != "unknown_payment" else None
        provider_log.keep_callback(account, CALLBACK, body, effect=effect, payment=None, incoming=known)
    return effect


def _address(incoming: IncomingPayment) -> str:
    """Where the answer is posted: an address that nobody else was ever told."""
    return addresses.make(incoming.account, RESULT, "payment-hook-result", incoming.pk, incoming.ask_secret)


def _claim(incoming_id: UUID, now: datetime) -> IncomingPayment | None:
    # Of two workers one asks: the second finds `ask_at` put off.
    rows = IncomingPayment.objects.select_related("account").select_for_update(of=("self",), no_key=True)
    incoming: IncomingPayment | None = rows.filter(pk=incoming_id, ask_at__lte=now).first()
    if incoming is None:
        return None
    is_over = incoming.confirmed_at is not None or incoming.status == IncomingPayment.Status.VOID
    if is_over or not incoming.account.can_ask or incoming.asks >= len(STEPS):
        incoming.ask_at = None
        incoming.problem = incoming.problem or ("" if is_over else UNANSWERED)
        incoming.save(update_fields=["ask_at", "problem"])
        return None
    incoming.ask_secret = incoming.ask_secret or secrets.token_urlsafe(24)
    incoming.ask_at, incoming.asks = now + STEPS[incoming.asks], incoming.asks + 1
    incoming.save(update_fields=["ask_secret", "ask_at", "asks"])
    return incoming


def _concluded(incoming: IncomingPayment, told: Transaction, now: datetime) -> Effect:
    """Only a completed transaction of this receipt to this account confirms; only an ended one strikes out."""
    if incoming.confirmed_at is not None:
        return "repeated"
    if told.state == "unknown":
        return "undecided"
    if told.receipt != incoming.transaction_id or not _is_ours(incoming.account, told.receiver):
        return "other_number"
    if told.state == "completed" and told.amount is not None and told.amount > Decimal(0):
        arrivals.confirm(incoming.pk, amount=told.amount, by=BY, now=now)
        return "confirmed"
    if told.state == "ended":
        arrivals.void(incoming.pk, why=NOT_COMPLETED.format(state=told.words), by=BY, now=now)
        return "void"
    return "undecided"


def _is_ours(account: PaymentAccount, receiver: str) -> bool:
    """A receiver is told as "600984 - Duka"; one that is not told is nobody else."""
    number = receiver.split("-", 1)[0].strip()
    return not number or number in (account.short_code, account.pay_to)
