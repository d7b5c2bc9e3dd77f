"""The life of a PIN prompt: pushed to a phone, answered within a minute, told to the merchant."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

from conversations.simulator.money import courier, journal, ledger
from conversations.simulator.money.merchants import Merchant
from conversations.simulator.money.models import SimulatedPrompt, SimulatedTransfer
from conversations.simulator.money.mpesa import callbacks, numbers, results
from tenants.scope import tenant_scope

# A phone shows the request for about a minute.
LIVES = timedelta(seconds=60)
# M-Pesa refuses the same amount to the same business within two minutes.
NO_REPEAT = timedelta(minutes=2)
# What a USSD dialogue holds.
MAX_TEXT = 182
# M-Pesa's limit of one transaction, in shillings.
MAX_AMOUNT = 250_000
# So that a person sees that the callback comes after the PIN.
SETTLING_SECONDS = 1.0
# Of 900 ids of a second one is taken.
TRIES = 4
Status = SimulatedPrompt.Status


class SubscriberBusy(RuntimeError):
    """A prompt is open on this phone already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Push:
    """A PIN prompt that a merchant may ask for."""

    short_code: str
    is_till: bool
    amount: int
    msisdn: str
    party: str
    callback_url: str
    reference: str


def push(merchant: Merchant, asked: Push, *, now: datetime) -> SimulatedPrompt:
    """Show the prompt; a rule of M-Pesa may refuse it instead. Raises SubscriberBusy while another one is open."""
    expire_due(merchant.tenant_id, asked.msisdn, now=now)
    prompt = _kept_once(merchant, asked, now=now)
    if prompt.status == Status.OPEN:
        courier.begin(expire, merchant.tenant_id, prompt.id, after=LIVES.total_seconds())
    else:
        courier.begin(callbacks.tell_outcome, merchant.tenant_id, prompt.id, after=SETTLING_SECONDS)
    return prompt


def _kept_once(merchant: Merchant, asked: Push, *, now: datetime) -> SimulatedPrompt:
    """Of two at the same moment the second finds the first open; two ids of the same second may be alike by chance."""
    for _ in range(TRIES):
        with suppress(IntegrityError), tenant_scope(merchant.tenant_id):
            if SimulatedPrompt.objects.filter(msisdn=asked.msisdn, status=Status.OPEN).exists():
                raise SubscriberBusy
            return _kept(merchant, asked, now=now)
    raise SubscriberBusy


def _kept(merchant: Merchant, asked: Push, *, now: datetime) -> SimulatedPrompt:
    name, account = merchant.name.upper(), f" Account no. {asked.reference}" if not asked.is_till else ""
    text = f"Do you want to pay Ksh{asked.amount:,}.00 to {name}{account}?"
    broken = _rule_broken(merchant, asked, text, now=now)
    prompt: SimulatedPrompt = SimulatedPrompt.objects.create(
        checkout_request_id=numbers.new_checkout_id(asked.msisdn, now),
        merchant_request_id=numbers.new_request_id(),
        msisdn=asked.msisdn, short_code=asked.short_code, party=asked.party, reference=asked.reference,
        amount=asked.amount, callback_url=asked.callback_url, text=text[: journal.MAX_TEXT],
        expires_at=now + LIVES, status=Status.REFUSED if broken else Status.OPEN,
        result_code=broken, closed_at=now if broken else None,
    )  # fmt: skip
    how = f"refused: {results.DESCRIPTIONS[broken]}" if broken else "is on the phone"
    journal.note(merchant.tenant_id, asked.msisdn, f"PIN prompt over KES {asked.amount:,} {how}")
    return prompt


def _rule_broken(merchant: Merchant, asked: Push, text: str, *, now: datetime) -> str:
    """The result code of the rule that forbids this payment; nothing when it may be asked for."""
    own = merchant.till if asked.is_till else asked.short_code
    if asked.party != own:
        return results.WRONG_PRODUCT
    if len(text) > MAX_TEXT:
        return results.TOO_LONG
    if asked.amount > MAX_AMOUNT:
        return results.TOO_MUCH
    same = SimulatedPrompt.objects.filter(msisdn=asked.msisdn, amount=asked.amount, party=asked.party)
    is_repeated = same.filter(status=Status.PAID, closed_at__gt=now - NO_REPEAT).exists()
    return results.REPEATED if is_repeated else ""


def find_open(tenant_id: UUID, msisdn: str, *, now: datetime) -> SimulatedPrompt | None:
    """The prompt on this phone's screen."""
    expire_due(tenant_id, msisdn, now=now)
    with tenant_scope(tenant_id):
        return SimulatedPrompt.objects.filter(msisdn=msisdn, status=Status.OPEN).first()


def expire_due(tenant_id: UUID, msisdn: str, *, now: datetime) -> None:
    """Close what nobody answered, should the courier have been stopped meanwhile."""
    with tenant_scope(tenant_id):
        due = SimulatedPrompt.objects.filter(msisdn=msisdn, status=Status.OPEN, expires_at__lte=now)
        ids = list(due.values_list("id", flat=True))
    for prompt_id in ids:
        close(tenant_id, prompt_id, results.EXPIRED, now=now)


def expire(tenant_id: UUID, prompt_id: UUID) -> None:
    """A minute went by."""
    close(tenant_id, prompt_id, results.EXPIRED, now=timezone.now())


def close(tenant_id: UUID, prompt_id: UUID, code: str, *, now: datetime) -> SimulatedPrompt | None:
    """Settle an open prompt with this result, and tell the merchant; None when it is closed already."""
    with tenant_scope(tenant_id):
        rows = SimulatedPrompt.objects.select_for_update(of=("self",)).select_related("tenant")
        prompt: SimulatedPrompt | None = rows.filter(pk=prompt_id, status=Status.OPEN).first()
        if prompt is None:
            return None
        prompt.result_code = results.EXPIRED if now >= prompt.expires_at else code
        prompt.status = _status(prompt.result_code)
        prompt.closed_at = now
        if prompt.status == Status.PAID:
            _debit(prompt, now)
        prompt.save()
        _tell_customer(prompt, now)
    courier.begin(callbacks.tell_outcome, tenant_id, prompt.id)
    return prompt


def _status(code: str) -> Status:
    if code == results.PAID:
        return Status.PAID
    return Status.EXPIRED if code == results.EXPIRED else Status.REFUSED


def _debit(prompt: SimulatedPrompt, now: datetime) -> None:
    prompt.receipt = ledger.new_receipt(now)
    SimulatedTransfer.objects.create(
        kind=ledger.Kind.STK, receipt=prompt.receipt, payer=prompt.msisdn, party=prompt.party,
        reference=prompt.reference, amount=prompt.amount,
    )  # fmt: skip


def _tell_customer(prompt: SimulatedPrompt, now: datetime) -> None:
    said = f"PIN prompt closed: {prompt.result_code} {results.DESCRIPTIONS[prompt.result_code]}"
    journal.note(prompt.tenant_id, prompt.msisdn, said)
    name = prompt.tenant.name.upper()
    if prompt.receipt:
        text = ledger.sms(prompt.receipt, prompt.amount, name, prompt.reference, now)
        journal.sms(prompt.tenant_id, prompt.msisdn, text)
    elif prompt.result_code in results.WRITTEN:
        words = results.WRITTEN[prompt.result_code].format(amount=prompt.amount, name=name)
        journal.sms(prompt.tenant_id, prompt.msisdn, words)
