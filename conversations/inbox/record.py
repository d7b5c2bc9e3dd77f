"""The inbox: an inbound message is recorded once, durably, and with it when its burst shall be answered."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import F
from django.db.models.functions import Coalesce, Least

from conversations.models import Conversation, InboundMessage
from tenants import customers
from tenants.models import Channel
from tenants.scope import tenant_scope

BURST_CAP = timedelta(seconds=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbound:
    """A message as it came, before it has a row."""

    provider_id: str
    address: str
    kind: str
    body: str = ""
    tapped_id: str = ""
    profile_name: str = ""
    payload: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """Where a message was put, and how long to wait for the rest of its burst."""

    tenant_id: UUID
    conversation_id: UUID
    delay: timedelta


def record(channel: Channel, message: Inbound, *, debounce: timedelta, now: datetime) -> Recorded | None:
    """Store the message in one short transaction; None, with nothing changed, when it is already there."""
    try:
        with tenant_scope(channel.tenant_id):
            conversation = _conversation(channel, message, now)
            InboundMessage.objects.create(
                channel=channel,
                conversation=conversation,
                provider_id=message.provider_id,
                kind=message.kind,
                body=message.body,
                tapped_id=message.tapped_id,
                payload=message.payload,
                received_at=now,
            )
            _expect_answer(conversation, debounce, now)
    except IntegrityError as error:
        if "inbound_once" not in str(error):
            raise
        return None
    return Recorded(tenant_id=channel.tenant_id, conversation_id=conversation.id, delay=debounce)


def _conversation(channel: Channel, message: Inbound, now: datetime) -> Conversation:
    found = Conversation.objects.filter(channel=channel, customer__address=message.address).first()
    if found is not None:
        return found
    customer = customers.get_or_create(address=message.address, name=message.profile_name, now=now)
    conversation, _ = Conversation.objects.get_or_create(channel=channel, customer=customer)
    return conversation


def _expect_answer(conversation: Conversation, debounce: timedelta, now: datetime) -> None:
    """The burst ends when nothing came for the debounce, and at the latest BURST_CAP after its first message."""
    waiting_since = Coalesce(F("waiting_since"), now)
    Conversation.objects.filter(pk=conversation.pk).update(
        last_inbound_at=now,
        updated_at=now,
        inbound_count=F("inbound_count") + 1,
        waiting_since=waiting_since,
        due_at=Least(now + debounce, waiting_since + BURST_CAP),
    )
