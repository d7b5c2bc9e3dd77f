"""The inbox: an inbound message is recorded once, durably, and with it when its burst shall be answered."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import DatabaseError
from django.db.models import F
from django.db.models.functions import Coalesce, Least
from psycopg.errors import DeadlockDetected, ForeignKeyViolation, UniqueViolation

from conversations.channels.base import Attachment, Inbound
from conversations.inbox import arrival, whose
from conversations.inbox.arrival import Arrived
from conversations.models import Conversation, InboundMedia, InboundMessage
from tenants import customers
from tenants.customers import addresses
from tenants.models import Channel
from tenants.scope import tenant_scope

BURST_CAP = timedelta(seconds=5)
TRIES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """Where a message was put, how long to wait for the rest of its burst, and what to fetch."""

    tenant_id: UUID
    message_id: UUID
    conversation_id: UUID
    delay: timedelta
    media_ids: tuple[UUID, ...]


def record(
    channel: Channel, message: Inbound, *, debounce: timedelta, now: datetime, tries: int = TRIES
) -> Recorded | None:
    """Store the message in one short transaction; None, with nothing changed, when it is already there."""
    try:
        return _record(channel, message, debounce, now)
    except DatabaseError as error:
        if _constraint(error) == "inbound_once":
            return None
        # Another first message of the same person won: this time she is known.
        if tries > 1 and isinstance(error.__cause__, UniqueViolation | DeadlockDetected | ForeignKeyViolation):
            return record(channel, message, debounce=debounce, now=now, tries=tries - 1)
        raise


def _constraint(error: DatabaseError) -> str | None:
    cause = error.__cause__
    return cause.diag.constraint_name if isinstance(cause, UniqueViolation) else None


def _record(channel: Channel, message: Inbound, debounce: timedelta, now: datetime) -> Recorded | None:
    own = (message.address, *message.other_addresses)
    with tenant_scope(channel.tenant_id):
        arrived = _arrive(channel, message, own, debounce, now)
        if arrived is None:
            arrived = _begin(channel, message, own, debounce, now)
        if not arrived.is_new:
            return None
        media_ids = _announce(arrived.message_id, message.attachments, now)
        # After the conversation, as a turn's commit does it, so that the two cannot wait for each other.
        customers.learn(arrived.customer_id, arrived.known, address=message.address, name=message.profile_name)
    return Recorded(
        tenant_id=channel.tenant_id,
        message_id=arrived.message_id,
        conversation_id=arrived.conversation_id,
        delay=debounce,
        media_ids=media_ids,
    )


def _arrive(
    channel: Channel, message: Inbound, own: tuple[str, ...], debounce: timedelta, now: datetime
) -> Arrived | None:
    return arrival.of_known(
        channel,
        keys=list(addresses.by_key(own)),
        fields={name: getattr(message, name) for name in ("provider_id", "kind", "body", "tapped_id")},
        payload=message.payload,
        debounce=debounce,
        cap=BURST_CAP,
        now=now,
    )


def _begin(channel: Channel, message: Inbound, own: tuple[str, ...], debounce: timedelta, now: datetime) -> Arrived:
    """The first message of somebody, or one whose addresses say something new of her."""
    found = whose.find_or_begin(channel, own, name=message.profile_name, now=now)
    row = InboundMessage.objects.create(
        channel=channel,
        conversation_id=found.conversation_id,
        provider_id=message.provider_id,
        kind=message.kind,
        body=message.body,
        tapped_id=message.tapped_id,
        payload=message.payload,
        received_at=now,
    )
    _expect_answer(found.conversation_id, debounce, now)
    known = {name: getattr(found.customer, name) for name in ("address", "name", "phone_e164")}
    return Arrived(row.id, found.conversation_id, found.customer.id, known, is_new=True)


def _announce(message_id: UUID, attachments: tuple[Attachment, ...], now: datetime) -> tuple[UUID, ...]:
    if not attachments:
        return ()
    rows = InboundMedia.objects.bulk_create(
        InboundMedia(
            message_id=message_id, position=position, provider_url=it.url, content_type=it.content_type, due_at=now
        )
        for position, it in enumerate(attachments)
    )
    return tuple(it.id for it in rows)


def _expect_answer(conversation_id: UUID, debounce: timedelta, now: datetime) -> None:
    """The burst ends when nothing came for the debounce, and at the latest BURST_CAP after its first message."""
    waiting_since = Coalesce(F("waiting_since"), now)
    Conversation.objects.filter(pk=conversation_id).update(
        last_inbound_at=now,
        updated_at=now,
        inbound_count=F("inbound_count") + 1,
        waiting_since=waiting_since,
        due_at=Least(now + debounce, waiting_since + BURST_CAP),
    )
