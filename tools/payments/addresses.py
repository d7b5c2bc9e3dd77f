"""The addresses at which providers report to us: gives their secret parts out, finds whose one is, makes new ones."""

from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.urls import reverse

from tenants.scope import fleet_scope
from tools.payments.contract import CallbackPurpose
from tools.payments.models import CallbackToken, PaymentAccount


def make(account: PaymentAccount, purpose: CallbackPurpose, name: str, *parts: object) -> str:
    """The address of this name for what is reported of the account, in the tenant scope that is open."""
    return ours(name, current(account, purpose), *parts)


def ours(name: str, *parts: object) -> str:
    """An address of ours with no secret in it, for the eyes of customers."""
    return f"{settings.TULIA.base_url}{reverse(name, args=parts)}"


def current(account: PaymentAccount, purpose: CallbackPurpose) -> str:
    """The secret part to give out now, in the scope that is open; made when first needed."""
    row, _ = CallbackToken.objects.get_or_create(
        account=account, purpose=purpose.name, ends_at=None, defaults={"tenant_id": account.tenant_id}
    )
    return str(row.token)


def find_account(token: str, purpose: CallbackPurpose, *, now: datetime) -> PaymentAccount | None:
    """The account that may be told of this at this address; one that is switched off still hears of its money."""
    with fleet_scope():
        rows = CallbackToken.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now), account__tenant__is_active=True)
        row = rows.select_related("account").filter(token=token, purpose=purpose.name).first()
        return row.account if row else None


def rotate(account: PaymentAccount, purpose: CallbackPurpose, *, is_leaked: bool, now: datetime) -> datetime:
    """Make a new one, in the tenant scope that is open; until when the old one is heard. A leaked one ends at once."""
    ends_at = now if is_leaked else now + purpose.lasts
    rows = CallbackToken.objects.filter(account=account, purpose=purpose.name)
    rows.filter(ends_at__lte=now).delete()
    if is_leaked:
        rows.update(ends_at=now)
    rows.filter(ends_at=None).update(ends_at=ends_at)
    CallbackToken.objects.create(account=account, purpose=purpose.name)
    if changes := purpose.on_new(account, is_leaked):
        PaymentAccount.objects.filter(pk=account.pk).update(**changes)
    return ends_at
