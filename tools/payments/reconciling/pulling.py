"""Reads Safaricom's own list of what came to a paybill or till: it confirms what was told, and brings what was not.

It is the one proof that needs no word of anybody else's: we ask, over our own connection and with our own keys.
"""

from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.db.models import Q

from tenants.scope import fleet_scope, tenant_scope
from tenants.secrets import SecretUnreadable
from tools.payments import daraja
from tools.payments.models import IncomingPayment, PaymentAccount
from tools.payments.reconciling import arriving, confirming
from tools.payments.wire import Exchanges, ProviderProblem
from tools.payments.wire import log as provider_log

log = structlog.get_logger(__name__)
EVERY, OVERLAP, SETTLED = timedelta(minutes=5), timedelta(hours=1), timedelta(minutes=30)
# Safaricom keeps its list for 48 hours.
REACH = timedelta(hours=47)
MOST_PAGES = 200
BY = "Safaricom's list"
NOT_LISTED = "It is not in Safaricom's list of payments. Look it up in its portal; then confirm it, or strike it out."


def list_due(now: datetime) -> list[tuple[UUID, UUID]]:
    """Tenant and id of accounts whose list is to be read, of every tenant."""
    with fleet_scope():
        rows = PaymentAccount.objects.filter(provider=PaymentAccount.Provider.DARAJA, tenant__is_active=True)
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


def _listed(account: PaymentAccount, start: datetime, now: datetime) -> list[arriving.Money] | None:
    """All pages; None when one did not come, for a part of the list says nothing of what is missing."""
    found: dict[str, arriving.Money] = {}
    for _ in range(MOST_PAGES):
        exchanges: Exchanges = []
        try:
            page = daraja.list_transactions(account, start=start, end=now, offset=len(found), exchanges=exchanges)
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
            each.receipt: arriving.Money(
                transaction_id=each.receipt, amount=each.amount, reference=each.reference, phone=each.phone, name="",
                paid_at=min(each.at or now, now),
            )
            for each in fresh.values()
        }  # fmt: skip
    return None


def _taken(account: PaymentAccount, money: arriving.Money, now: datetime) -> bool:
    """Whether it was news: money nobody had told of, or told of and not confirmed."""
    known = IncomingPayment.objects.filter(transaction_id=money.transaction_id).values_list("pk", flat=True).first()
    if known is not None:
        return confirming.confirm(known, amount=money.amount, by=BY, now=now)
    effect, _ = arriving.keep(account, money, now=now, confirmed_by=BY)
    return effect != "repeated"


def _miss(account: PaymentAccount, start: datetime, now: datetime) -> None:
    """What must stand in this list and does not: a person looks, and Safaricom is asked about it by name."""
    rows = IncomingPayment.objects.filter(account=account, confirmed_at=None, problem="", paid_at__gt=start + SETTLED)
    rows = rows.filter(created_at__lt=now - SETTLED).exclude(status=IncomingPayment.Status.VOID)
    missing = rows.update(problem=NOT_LISTED, **({"ask_at": now} if account.can_ask else {}))
    if missing:
        log.warning("payments.list.missing", account_id=str(account.pk), count=missing)
