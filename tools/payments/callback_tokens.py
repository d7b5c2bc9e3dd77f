"""Gives out the secret parts of our addresses, finds whose one is, and makes new ones."""

from datetime import datetime, timedelta

from django.db.models import Q

from tenants.scope import fleet_scope
from tools.payments.models import CallbackToken, PaymentAccount

Purpose, Provider = CallbackToken.Purpose, PaymentAccount.Provider
OF_PROVIDER: dict[str, tuple[CallbackToken.Purpose, ...]] = {
    Provider.DARAJA: (Purpose.PROMPT, Purpose.PAYBILL, Purpose.RESULT),
    Provider.PESAPAL: (Purpose.CARD,),
}
# How long the provider may still use the one before: a prompt and a question end within the hour, a card page is open
# for a day, and Safaricom takes days to forget a paybill's addresses.
GRACE: dict[str, timedelta] = {
    Purpose.PROMPT: timedelta(hours=1),
    Purpose.RESULT: timedelta(hours=1),
    Purpose.CARD: timedelta(days=1),
    Purpose.PAYBILL: timedelta(days=7),
}
NOT_NAMED = "The address for paybill money is new. Register addresses, or Safaricom cannot tell of money any more."


def current(account: PaymentAccount, purpose: CallbackToken.Purpose) -> str:
    """The one to give out now, in the scope that is open; made when first needed."""
    row, _ = CallbackToken.objects.get_or_create(
        account=account, purpose=purpose, ends_at=None, defaults={"tenant_id": account.tenant_id}
    )
    return str(row.token)


def find_account(token: str, purpose: CallbackToken.Purpose, *, now: datetime) -> PaymentAccount | None:
    """The account that may be told of this at this address; one that is switched off still hears of its money."""
    with fleet_scope():
        rows = CallbackToken.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now), account__tenant__is_active=True)
        row = rows.select_related("account").filter(token=token, purpose=purpose).first()
        return row.account if row else None


def rotate(account: PaymentAccount, purpose: CallbackToken.Purpose, *, is_leaked: bool, now: datetime) -> datetime:
    """Make a new one, in the tenant scope that is open; until when the old one is heard. A leaked one ends at once."""
    ends_at = now if is_leaked else now + GRACE[purpose]
    rows = CallbackToken.objects.filter(account=account, purpose=purpose)
    rows.filter(ends_at__lte=now).delete()
    if is_leaked:
        rows.update(ends_at=now)
    rows.filter(ends_at=None).update(ends_at=ends_at)
    CallbackToken.objects.create(account=account, purpose=purpose)
    changed = PaymentAccount.objects.filter(pk=account.pk)
    if purpose == Purpose.CARD:
        changed.update(ipn_id="")  # PesaPal's name for the old address; the next card payment names the new one
    elif purpose == Purpose.PAYBILL and account.registered_at:
        # Money to a paybill that nobody tells us of would wait unseen: it is not offered meanwhile.
        changed.update(problem=NOT_NAMED, **({"registered_at": None} if is_leaked else {}))
    return ends_at
