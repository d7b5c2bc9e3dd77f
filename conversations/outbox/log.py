"""What a channel's provider and we told each other, beside the message it is about."""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from conversations.models import ProviderExchange
from tenants.models import Channel
from tenants.tenancy import first_key
from tools.providers import log
from tools.providers.exchange import Exchange

# Who sends a message may be another machine than the one that wrote it.
CLOCKS_APART: Final = timedelta(hours=1)


def keep(exchanges: Iterable[Exchange], *, channel_id: UUID, message_id: UUID | None) -> None:
    """Write what was asked and answered, in the transaction that is open."""
    log.keep(ProviderExchange, exchanges, channel_id=channel_id, message_id=message_id)


def keep_callback(channel: Channel, fields: Mapping[str, Any], *, message_id: UUID | None, milliseconds: float) -> None:
    """Write what a provider told us of a message, in the transaction that is open."""
    log.keep_callback(
        ProviderExchange, "/webhooks/twilio/***/status/", fields, answered=204, channel=channel, message_id=message_id,
        milliseconds=milliseconds,
    )  # fmt: skip


def list_exchanges(message_ids: Collection[UUID]) -> list[ProviderExchange]:
    """What was said between a provider and us about these messages, oldest first.

    The log is parted by month: nothing was said about a message before there was one.
    """
    if not message_ids:
        return []
    begun = datetime.fromtimestamp((min(message_ids).int >> 80) / 1000, UTC) - CLOCKS_APART
    rows = ProviderExchange.objects.filter(pk__gte=first_key(begun), message__in=message_ids)
    return list(rows.order_by("created_at", "id"))
