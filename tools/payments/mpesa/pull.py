"""Safaricom's own list of what came to a paybill or till: it confirms what was told, and brings what was not.

It is the one proof that needs no word of anybody else's: we ask, over our own connection and with our own keys.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import structlog
from django.db.models import Q
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tenants.scope import fleet_scope, tenant_scope
from tenants.secrets import SecretUnreadable
from tools.payments import provider_log
from tools.payments.models import IncomingPayment, PaymentAccount
from tools.payments.mpesa import client, codes
from tools.payments.mpesa.client import NAIROBI
from tools.payments.settlement import arrivals
from tools.providers import Exchanges, OutcomeUnknown, ProviderProblem, Refused, redact

log = structlog.get_logger(__name__)
PULL_REGISTER, PULL_QUERY = "/pulltransactions/v1/register", "/pulltransactions/v1/query"
MOMENT = "%Y-%m-%d %H:%M:%S"
# Safaricom's page says "0 means success" beside 1000 in its table and its samples: either is taken.
REGISTERED, LISTED, NONE_LISTED = ("1000", "1001"), ("1000", "0"), "1001"
NOTHING_THERE = "does not have any available transactions"
# Asked each five minutes, an hour back because the list comes late; after half an hour it is taken for complete.
EVERY, OVERLAP, SETTLED = timedelta(minutes=5), timedelta(hours=1), timedelta(minutes=30)
# Safaricom keeps its list for 48 hours.
REACH = timedelta(hours=47)
# Far more than two days of a busy till; it ends a list that never ends.
MOST_PAGES = 200
BY = "Safaricom's list"
NOT_LISTED = "It is not in Safaricom's list of payments. Look it up in its portal; then confirm it, or strike it out."


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTransaction:
    """One line of the list."""

    receipt: str
    amount: Decimal
    reference: str
    phone: str
    at: datetime | None


def register_pull(account: PaymentAccount, *, callback: str, exchanges: Exchanges) -> None:
    """Have the list opened for this number, once; raises NotSent, Busy, Refused or OutcomeUnknown."""
    body = {
        "ShortCode": account.customer_number,
        "RequestType": "Pull",
        "NominatedNumber": account.nominated_number,
        "CallBackURL": callback,
    }
    answer = client.post(account, PULL_REGISTER, body, exchanges)
    code = codes.name(answer.body.get("ResponseStatus"))
    if not code:
        client.taken(answer)
        raise OutcomeUnknown("the answer has no status")
    if code not in REGISTERED:
        raise Refused(code, str(answer.body.get("ResponseDescription", ""))[:300])


def list_transactions(
    account: PaymentAccount, *, start: datetime, end: datetime, offset: int, exchanges: Exchanges
) -> list[ListedTransaction]:
    """A page of what came between the two, from this place on; empty after the last. Raises as the others do."""
    body = {
        "ShortCode": account.customer_number,
        "StartDate": start.astimezone(NAIROBI).strftime(MOMENT),
        "EndDate": end.astimezone(NAIROBI).strftime(MOMENT),
        "OffSetValue": str(offset),
    }
    answer = client.post(account, PULL_QUERY, body, exchanges)
    told = list(_lines(answer.body))
    exchanges[-1].response_body = f"{len(told)} transactions"  # everybody's: not to be kept a second time
    code = codes.name(answer.body.get("ResponseCode"))
    if code == NONE_LISTED or NOTHING_THERE in client.message_of(answer).lower():
        return []
    if code not in LISTED:
        client.taken(answer)
        raise OutcomeUnknown("the answer has no code that is known")
    listed = [line for each in told if (line := _line(each))]
    if told and not listed:
        raise OutcomeUnknown("none of the lines can be read")
    return listed


def _lines(body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """They come in a list inside a list, also as text, under a name that has changed over the years."""
    rest: list[Any] = [body.get(name) for name in ("Response", "Transactions", "Transaction")]
    while rest:
        each = rest.pop(0)
        if isinstance(each, str) and each.lstrip().startswith("["):
            rest.append(_parsed(each))
        elif isinstance(each, list):
            rest.extend(each)
        elif isinstance(each, dict):
            yield each


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {}  # a line that cannot be read


def _line(told: Mapping[str, Any]) -> ListedTransaction | None:
    receipt, amount = str(told.get("transactionId") or "").upper(), client.money(told.get("amount"))
    if not (receipt.isascii() and receipt.isalnum() and len(receipt) <= 40) or not amount or amount < 0:
        return None
    return ListedTransaction(
        receipt=receipt,
        amount=amount,
        reference=redact.storable(str(told.get("billreference") or "")),
        phone=redact.storable(str(told.get("msisdn") or "")),
        at=_moment(told.get("trxDate")),
    )


def _moment(told: Any) -> datetime | None:
    try:
        at = parse_datetime(str(told))
    except ValueError:
        return None
    return timezone.make_aware(at, NAIROBI) if at is not None and timezone.is_naive(at) else at


def list_due(now: datetime) -> list[tuple[UUID, UUID]]:
    """Tenant and id of accounts whose list is to be read, of every tenant."""
    with fleet_scope():
        rows = PaymentAccount.objects.filter(provider=client.CODE, tenant__is_active=True)
        rows = rows.filter(pull_registered_at__isnull=False)
        due = rows.filter(Q(pulled_at=None) | Q(pulled_at__lte=now - EVERY))
        return list(due.values_list("tenant_id", "id"))


def pull(tenant_id: UUID, account_id: UUID, *, now: datetime) -> int:
    """Read the list since it was last read, and once more what is unconfirmed; how much of it was news to us."""
    with tenant_scope(tenant_id):
        account = _claim(account_id, now)
        start = _start(account, now) if account else now
    if account is None:
        return 0
    listed = _listed(account, start, now)
    if listed is None:
        return 0
    news = 0
    for money in listed:
        with tenant_scope(tenant_id):
            news += _taken(account, money, now)
    with tenant_scope(tenant_id):
        _miss(account, start, now)
        PaymentAccount.objects.filter(pk=account.pk).update(pulled_until=now)
    log.info("payments.list.read", listed=len(listed), news=news)
    return news


def _claim(account_id: UUID, now: datetime) -> PaymentAccount | None:
    # Of two workers one asks for the list: the second finds that it was just asked.
    account: PaymentAccount | None = PaymentAccount.objects.select_for_update(no_key=True).filter(pk=account_id).first()
    if account is None or (account.pulled_at is not None and account.pulled_at > now - EVERY):
        return None
    account.pulled_at = now
    account.save(update_fields=["pulled_at"])
    return account


def _start(account: PaymentAccount, now: datetime) -> datetime:
    open_rows = IncomingPayment.objects.filter(account=account, confirmed_at=None).exclude(problem=NOT_LISTED)
    oldest = open_rows.filter(paid_at__gt=now - REACH).order_by("paid_at").values_list("paid_at", flat=True).first()
    since = (account.pulled_until or now - REACH) - OVERLAP
    return max(min(filter(None, (since, oldest and oldest - OVERLAP))), now - REACH)


def _listed(account: PaymentAccount, start: datetime, now: datetime) -> list[arrivals.Money] | None:
    """All pages; None when one did not come, for a part of the list says nothing of what is missing."""
    found: dict[str, arrivals.Money] = {}
    for _ in range(MOST_PAGES):
        exchanges: Exchanges = []
        try:
            page = list_transactions(account, start=start, end=now, offset=len(found), exchanges=exchanges)
        except (ProviderProblem, SecretUnreadable) as error:
            log.warning("payments.list.failed", account_id=str(account.pk), problem=type(error).__name__)
            page = None
        with tenant_scope(account.tenant_id):
            provider_log.keep(exchanges, account=account, payment=None)
        if page is None:
            return None
        fresh = {each.receipt: each for each in page if each.receipt not in found}
        if not fresh:
            return list(found.values())
        found |= {
            each.receipt: arrivals.Money(
                transaction_id=each.receipt, amount=each.amount, reference=each.reference, phone=each.phone, name="",
                paid_at=min(each.at or now, now),
            )
            for each in fresh.values()
        }  # fmt: skip
    return None


def _taken(account: PaymentAccount, money: arrivals.Money, now: datetime) -> bool:
    """Whether it was news: money nobody had told of, or told of and not confirmed."""
    known = IncomingPayment.objects.filter(transaction_id=money.transaction_id).values_list("pk", flat=True).first()
    if known is not None:
        return arrivals.confirm(known, amount=money.amount, by=BY, now=now)
    effect, _ = arrivals.keep(account, money, now=now, confirmed_by=BY)
    return effect != "repeated"


def _miss(account: PaymentAccount, start: datetime, now: datetime) -> None:
    """What must stand in this list and does not: a person looks, and Safaricom is asked about it by name."""
    rows = IncomingPayment.objects.filter(account=account, confirmed_at=None, problem="", paid_at__gt=start + SETTLED)
    rows = rows.filter(created_at__lt=now - SETTLED).exclude(status=IncomingPayment.Status.VOID)
    missing = rows.update(problem=NOT_LISTED, **({"ask_at": now} if account.can_ask else {}))
    if missing:
        log.warning("payments.list.missing", account_id=str(account.pk), count=missing)
