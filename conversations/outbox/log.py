"""The provider log: each request to a provider and each callback of theirs, redacted, beside its message."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from conversations.channels import redact
from conversations.channels.exchange import Exchange
from conversations.models import OutboundMessage, ProviderExchange
from tenants.models import Channel

Direction = ProviderExchange.Direction


def keep(exchanges: Iterable[Exchange], *, channel_id: UUID, message_id: UUID | None) -> None:
    """Write what was asked and answered, in the transaction that is open."""
    rows = [
        ProviderExchange(
            channel_id=channel_id,
            message_id=message_id,
            direction=Direction.OUT,
            method=exchange.method,
            path=exchange.path,
            request=exchange.request,
            response_status=exchange.response_status,
            response_body=exchange.response_body,
            milliseconds=exchange.milliseconds,
            error=exchange.error,
        )
        for exchange in exchanges
    ]
    if rows:
        ProviderExchange.objects.bulk_create(rows)


def keep_callback(channel: Channel, fields: Mapping[str, Any], *, message_id: UUID | None, milliseconds: float) -> None:
    """Write what Twilio told us of a message, in the transaction that is open."""
    ProviderExchange.objects.create(
        channel=channel,
        message_id=message_id,
        direction=Direction.IN,
        method="POST",
        path="/webhooks/twilio/***/status/",
        request=redact.fields(dict(fields)),
        response_status=204,
        milliseconds=milliseconds,
    )


def list_exchanges(message: OutboundMessage) -> list[ProviderExchange]:
    """What was said between Twilio and us about a message, oldest first."""
    return list(ProviderExchange.objects.filter(message=message).order_by("created_at", "id"))
