"""Tries an account out for the person who entered it: do its keys work, and does the provider know our addresses."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from tenants.scope import tenant_scope
from tenants.secrets import SecretUnreadable
from tools.payments import daraja, pesapal
from tools.payments.callback_tokens import NOT_NAMED
from tools.payments.models import PaymentAccount
from tools.payments.wire import Exchanges, NotSent, Refused, Unknown, log
from tools.payments.wire.hosts import card_hook, confirmation_hook, pull_hook, validation_hook
from tools.payments.wire.told import ConnectionReport

Provider = PaymentAccount.Provider
UNREADABLE = "The stored keys cannot be decrypted here. Paste them again."
ALREADY = "already registered"
OLD_ONES = "Safaricom still has the earlier addresses. Have them deleted in its portal, then register again."


def test_connection(account: PaymentAccount) -> ConnectionReport:
    """Make a token; what was wrong with the account is right again when that works."""
    test = daraja.test_connection if account.provider == Provider.DARAJA else pesapal.test_connection
    report = _tried(account, lambda exchanges: test(account, exchanges))
    if report.is_ok:
        with tenant_scope(account.tenant_id):
            PaymentAccount.objects.filter(pk=account.pk).update(problem="")
    return report


def register_addresses(account: PaymentAccount) -> ConnectionReport:
    """Name our addresses. In production Safaricom takes them once; that it has them already is as good."""
    return _tried(account, lambda exchanges: _registered(account, exchanges))


def _registered(account: PaymentAccount, exchanges: Exchanges) -> ConnectionReport:
    named = _mpesa if account.provider == Provider.DARAJA else _cards
    try:
        changes = named(account, exchanges)
    except (Refused, NotSent) as error:
        return ConnectionReport(is_ok=False, sentence=f"The provider did not take our addresses: {error}")
    except Unknown as error:
        return ConnectionReport(is_ok=False, sentence=f"The provider did not answer: {error}. Try it again.")
    with tenant_scope(account.tenant_id):
        PaymentAccount.objects.filter(pk=account.pk, problem=NOT_NAMED).update(problem="")
        PaymentAccount.objects.filter(pk=account.pk).update(registered_at=timezone.now(), **changes)
    return ConnectionReport(is_ok=True, sentence="The provider knows our addresses.")


def _cards(account: PaymentAccount, exchanges: Exchanges) -> dict[str, Any]:
    with tenant_scope(account.tenant_id):
        address = card_hook(account)
    return {"ipn_id": pesapal.register_ipn(account, url=address, exchanges=exchanges)}


def _mpesa(account: PaymentAccount, exchanges: Exchanges) -> dict[str, Any]:
    """Where paybill money is told of; and, once, that its list may be read."""
    with tenant_scope(account.tenant_id):
        confirmation, validation, listing = confirmation_hook(account), validation_hook(account), pull_hook(account)
    try:
        daraja.register_urls(account, confirmation=confirmation, validation=validation, exchanges=exchanges)
    except (Refused, NotSent) as error:
        if ALREADY not in str(error).lower():
            raise
        if account.problem == NOT_NAMED:  # it has the old ones, which end
            raise Refused("already_registered", OLD_ONES) from error
    if not account.nominated_number or account.pull_registered_at is not None:
        return {}
    daraja.register_pull(account, callback=listing, exchanges=exchanges)
    return {"pull_registered_at": timezone.now()}


def _tried(account: PaymentAccount, attempt: Callable[[Exchanges], ConnectionReport]) -> ConnectionReport:
    exchanges: Exchanges = []
    try:
        return attempt(exchanges)
    except SecretUnreadable:
        return ConnectionReport(is_ok=False, sentence=UNREADABLE)
    finally:
        with tenant_scope(account.tenant_id):
            log.keep(exchanges, account=account, payment=None)
