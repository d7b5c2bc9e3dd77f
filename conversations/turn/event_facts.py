"""What events of our own tell a turn: their names and facts, and the template when only one reaches the customer."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from conversations.channels import registry
from conversations.channels.base import Capabilities
from conversations.models import InboundMessage
from tenants.models import Tenant

EventFacts = Mapping[UUID, Mapping[str, Any]]
# A notice may wait a little in the outbox, and must not find the window closed there.
MARGIN = timedelta(minutes=5)


def of(messages: Iterable[InboundMessage], tenant: Tenant, *, now: datetime) -> EventFacts:
    """By message; asked for apart, since the payloads of all other messages are left in the database."""
    ids = [message.id for message in messages if message.kind == InboundMessage.Kind.EVENT]
    if not ids:
        return {}
    rows = InboundMessage.objects.filter(pk__in=ids).values_list(
        "pk", "payload", "conversation__last_inbound_at", "channel__kind"
    )
    return {pk: _event(payload, tenant, heard_at, registry.of(kind).can, now) for pk, payload, heard_at, kind in rows}


def _event(
    payload: dict[str, Any], tenant: Tenant, heard_at: datetime | None, can: Capabilities, now: datetime
) -> dict[str, Any]:
    event = {"name": payload.get("name", ""), "facts": payload.get("facts", {})}
    template = tenant.templates.get(event["name"])
    is_window_open = can.takes_words(heard_at=heard_at, now=now + MARGIN)
    return event if is_window_open or template is None else event | {"template": template}
