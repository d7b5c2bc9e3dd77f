"""The demo's channels and Twilio accounts; nothing of the simulator reaches any other tenant."""

import hmac

from tenants.models import Channel
from tenants.scope import fleet_scope

DEMO_ACCOUNTS = tuple(f"AC{number:032d}" for number in (1, 2, 3))


def list_channels() -> list[Channel]:
    """Every channel of an active demo tenant, with its tenant."""
    with fleet_scope():
        found = Channel.objects.select_related("tenant").filter(
            twilio_account__in=DEMO_ACCOUNTS, is_active=True, tenant__is_active=True
        )
        return list(found.order_by("twilio_account", "created_at"))


def find_channel(slug: str) -> Channel | None:
    """The demo tenant's channel; None for everyone else's."""
    return next((channel for channel in list_channels() if channel.tenant.slug == slug), None)


def list_of_account(account_sid: str, auth_token: str) -> list[Channel]:
    """The channels that an account owns; none when the token is not its own."""
    owned = [channel for channel in list_channels() if channel.twilio_account == account_sid]
    return [
        channel for channel in owned if hmac.compare_digest(channel.auth_token.encode(), auth_token.encode())
    ]
