"""Follows Twilio's status callbacks: late, repeated and in any order, a message's status only climbs."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import structlog
from django.db.models import Q

from conversations.models import OutboundMessage
from tenants.models import Channel
from tenants.scope import tenant_scope

log = structlog.get_logger(__name__)
Status = OutboundMessage.Status

# A callback may only lift a message to a later status; FAILED is final once WhatsApp has not delivered it.
MAY_FOLLOW = {
    Status.SENT: (Status.QUEUED, Status.SENDING, Status.UNKNOWN),
    Status.DELIVERED: (Status.QUEUED, Status.SENDING, Status.UNKNOWN, Status.SENT),
    Status.READ: (Status.QUEUED, Status.SENDING, Status.UNKNOWN, Status.SENT, Status.DELIVERED),
    Status.FAILED: (Status.QUEUED, Status.SENDING, Status.UNKNOWN, Status.SENT),
}
MEANING = {"delivered": Status.DELIVERED, "read": Status.READ} | dict.fromkeys(
    ("failed", "undelivered", "canceled"), Status.FAILED
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What Twilio says of an outbound message."""

    own_id: UUID | None
    provider_id: str
    status: str
    error_code: str
    error_message: str


def advance(channel: Channel, told: Told) -> None:
    """Follow a status callback; one that is late, repeated or about a message of nobody changes nothing."""
    status = MEANING.get(told.status, Status.SENT)
    mine = Q(pk=told.own_id) if told.own_id else Q(provider_id=told.provider_id)
    changes: dict[str, Any] = {"status": status, "provider_status": told.status, "provider_id": told.provider_id}
    if status == Status.FAILED:
        changes |= {"error_code": told.error_code, "reason": told.error_message}
    with tenant_scope(channel.tenant_id):
        rows = OutboundMessage.objects.filter(mine, channel=channel, status__in=MAY_FOLLOW[status])
        is_news = bool(rows.update(**changes))
    log.info("conversations.status.received", status=told.status, code=told.error_code, is_news=is_news)
