"""Tries an account out for the person who entered it: do its keys work, and does the provider know our addresses."""

from collections.abc import Callable

from django.utils import timezone

from tenants.scope import tenant_scope
from tenants.secrets import SecretUnreadable
from tools.payments import provider_log, registry
from tools.payments.models import PaymentAccount
from tools.providers import Exchanges, NotSent, OutcomeUnknown, Refused
from tools.providers.connection import ConnectionReport

UNREADABLE = "The stored keys cannot be decrypted here. Paste them again."


def test_connection(account: PaymentAccount) -> ConnectionReport:
    """Try the account's keys by making a token; what was wrong with the account is right again when that works."""
    test = registry.get(account.provider).test_connection
    report = _tried(account, lambda exchanges: test(account, exchanges))
    if report.is_ok:
        with tenant_scope(account.tenant_id):
            PaymentAccount.objects.filter(pk=account.pk).update(problem="")
    return report


def register_addresses(account: PaymentAccount) -> ConnectionReport:
    """Name our addresses to the provider; they count as known from then on."""
    return _tried(account, lambda exchanges: _registered(account, exchanges))


def _registered(account: PaymentAccount, exchanges: Exchanges) -> ConnectionReport:
    provider = registry.get(account.provider)
    try:
        changes = provider.register_addresses(account, exchanges)
    except (Refused, NotSent) as error:
        return ConnectionReport(is_ok=False, sentence=f"The provider did not take our addresses: {error}")
    except OutcomeUnknown as error:
        return ConnectionReport(is_ok=False, sentence=f"The provider did not answer: {error}. Try it again.")
    with tenant_scope(account.tenant_id):
        if provider.unregistered:
            PaymentAccount.objects.filter(pk=account.pk, problem=provider.unregistered).update(problem="")
        PaymentAccount.objects.filter(pk=account.pk).update(registered_at=timezone.now(), **changes)
    return ConnectionReport(is_ok=True, sentence="The provider knows our addresses.")


def _tried(account: PaymentAccount, attempt: Callable[[Exchanges], ConnectionReport]) -> ConnectionReport:
    exchanges: Exchanges = []
    try:
        return attempt(exchanges)
    except SecretUnreadable:
        return ConnectionReport(is_ok=False, sentence=UNREADABLE)
    finally:
        with tenant_scope(account.tenant_id):
            provider_log.keep(exchanges, account=account, payment=None)
