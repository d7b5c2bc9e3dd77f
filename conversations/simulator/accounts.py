"""The demo's channels and Twilio accounts; nothing of the simulator reaches any other tenant."""

import hmac

from django.conf import settings
from django.db.models import QuerySet

from tenants.models import Channel
from tenants.scope import fleet_scope

DEMO_ACCOUNTS = tuple(f"AC{number:032d}" for number in (1, 2, 3))


def list_channels() -> list[Channel]:
    """Every channel of an active demo tenant, with its tenant."""
    with fleet_scope():
        return list(_demo())


def find_channel(slug: str) -> Channel | None:
    """The demo tenant's channel; None for everyone else's."""
    with fleet_scope():
        return _demo().filter(tenant__slug=slug).first()


def list_of_account(account_sid: str, auth_token: str) -> list[Channel]:
    """The channels that an account owns; none when the token is not its own."""
    with fleet_scope():
        owned = list(_demo().filter(twilio_account=account_sid))
    given = auth_token.encode()
    return [channel for channel in owned if hmac.compare_digest(channel.auth_token.encode(), given)]


def _demo() -> QuerySet[Channel]:
    """None at all while the demo is off: what opens them is public."""
    if not settings.TULIA.demo:
        return Channel.objects.none()
    rows = Channel.objects.select_related("tenant").order_by("twilio_account", "created_at")
    return rows.filter(twilio_account__in=DEMO_ACCOUNTS, is_active=True, tenant__is_active=True)
