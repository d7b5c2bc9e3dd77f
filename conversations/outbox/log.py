"""What a channel's provider and we told each other, beside the message it is about."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from conversations.models import OutboundMessage, ProviderExchange
from tenants.models import Channel
from tools.providers import log
from tools.providers.exchange import Exchange


def keep(exchanges: Iterable[Exchange], *, channel_id: UUID, message_id: UUID | None) -> None:
    """Write what was asked and answered, in the transaction that is open."""
    log.keep(ProviderExchange, exchanges, channel_id=channel_id, message_id=message_id)


def keep_callback(channel: Channel, fields: Mapping[str, Any], *, message_id: UUID | None, milliseconds: float) -> None:
    """Write what a provider told us of a message, in the transaction that is open."""
    log.keep_callback(
        ProviderExchange, "/webhooks/twilio/***/status/", fields, answered=204, channel=channel, message_id=message_id,
        milliseconds=milliseconds,
    )  # fmt: skip


def list_exchanges(message: OutboundMessage) -> list[ProviderExchange]:
    """What was said between a provider and us about a message, oldest first."""
    return list(ProviderExchange.objects.filter(message=message).order_by("created_at", "id"))
