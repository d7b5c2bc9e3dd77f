"""Each channel and each payment account, tried at its provider; nothing is caused there."""

from collections.abc import Iterator

from conversations.channels import registry
from tenants.diagnosis import Diagnosis, fault, fine
from tenants.models import Channel
from tenants.scope import fleet_scope
from tools.payments import connecting
from tools.payments.models import PaymentAccount

KEYS = "Compare the account's keys with the provider's portal, and press “Test connection” on its page."


def channels() -> Iterator[Diagnosis]:
    with fleet_scope():
        rows = Channel.objects.filter(is_active=True, tenant__is_active=True).select_related("tenant")
        found = list(rows.order_by("tenant__slug", "name"))
    for channel in found:
        for one in registry.of(channel.kind).diagnose(channel, channel.tenant):
            yield _named(f"{channel.tenant.slug}, {channel.name}", one)


def payment_accounts() -> Iterator[Diagnosis]:
    with fleet_scope():
        rows = PaymentAccount.objects.filter(tenant__is_active=True).select_related("tenant")
        found = list(rows.order_by("tenant__slug", "provider"))
    for account in found:
        report = connecting.test_connection(account)
        one = fine(report.sentence) if report.is_ok else fault(report.sentence, KEYS)
        yield _named(f"{account.tenant.slug}, {account.provider}", one)
        if report.is_ok and account.problem:
            yield _named(f"{account.tenant.slug}, {account.provider}", fault(account.problem, KEYS))


def _named(whose: str, one: Diagnosis) -> Diagnosis:
    return Diagnosis(level=one.level, sentence=f"{whose}: {one.sentence}", remedy=one.remedy)
