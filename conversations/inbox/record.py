"""The inbox: an inbound message is recorded once, durably, and with it that its conversation is due."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection
from psycopg.errors import DeadlockDetected, ForeignKeyViolation, UniqueViolation

from conversations.channels.base import Attachment, Inbound
from conversations.inbox import arrival, sender
from conversations.inbox.arrival import Arrived, Arriving, InboxLine
from conversations.models import Conversation, InboundMedia
from tenants import customers
from tenants.customers import addresses
from tenants.models import Channel
from tenants.scope import tenant_scope
from tools.webhooks import services as webhooks
from tools.webhooks.names import MESSAGE_RECEIVED

# Several that go together wait no longer for a row that somebody else has locked; alone, as long as any statement may.
TOGETHER_LOCK_MILLISECONDS = 100
# Two first messages of one customer may collide on their addresses; each try finds what the other has written.
TRIES = 5


@dataclass(frozen=True, slots=True)
class Recorded:
    """Where a message was put, and what to fetch."""

    tenant_id: UUID
    message_id: UUID
    conversation_id: UUID
    media_ids: tuple[UUID, ...]


class _AlreadyThere(Exception):
    """The message was recorded before."""


def record(channel: Channel, message: Inbound, *, now: datetime, tries: int = TRIES) -> Recorded | None:
    """Store the message in one short transaction; None, with nothing changed, when it is already there."""
    try:
        return _record(channel, message, now)
    except _AlreadyThere:
        return None
    except DatabaseError as error:
        # Another first message of the same person won: this time they are known.
        if tries > 1 and isinstance(error.__cause__, UniqueViolation | DeadlockDetected | ForeignKeyViolation):
            return record(channel, message, now=now, tries=tries - 1)
        raise


def record_usual(channel: Channel, messages: Sequence[Inbound], *, now: datetime) -> list[Recorded | None]:
    """Store usual messages in one transaction of their tenant's; None for each that must be recorded by itself, for it
    is there already or its sender is not simply known. What goes wrong leaves nothing of any.
    """
    arriving = [Arriving(channel, _line(it), list(addresses.by_key(_own(it))), now) for it in messages]
    # In one order everywhere, so that two processes wait for each other's conversations instead of deadlocking.
    order = sorted(range(len(arriving)), key=lambda number: arriving[number].keys)
    with tenant_scope(channel.tenant_id, has_one_statement=True):
        _wait_for_no_lock()
        arrived = dict(zip(order, arrival.all_of_known([arriving[number] for number in order]), strict=True))
    with tenant_scope(channel.tenant_id):
        _wait_for_no_lock()
        for number in order:
            if (it := arrived[number]) is not None and it.is_new:
                _learn(it, messages[number])
    return [_recorded(channel, arrived[number]) for number in range(len(messages))]


def _wait_for_no_lock() -> None:
    database: Any = connection
    database.send_with_next(f"SET LOCAL lock_timeout = {TOGETHER_LOCK_MILLISECONDS}")


def is_usual(channel: Channel, message: Inbound) -> bool:
    """Whether nothing but the message has to be written, if its sender is known."""
    return not message.attachments and not getattr(channel, "tells_of_messages", True)


def _record(channel: Channel, message: Inbound, now: datetime) -> Recorded:
    own = _own(message)
    tells = getattr(channel, "tells_of_messages", False)  # known of who came by its webhook; others are not asked
    arrived = None if tells or message.attachments else _arrive_alone(channel, message, own, now)
    if arrived is not None and not arrived.is_new:
        raise _AlreadyThere
    with tenant_scope(channel.tenant_id):
        arrived = arrived or _arrive(channel, message, own, now)
        if not arrived.is_new:
            raise _AlreadyThere  # rolls back: what the longer way learnt of its sender is not kept either
        if tells:
            _tell_systems(arrived, message)
        media_ids = _announce(arrived.message_id, message.attachments, now)
        # After the conversation, as a turn's commit does it, so that the two cannot wait for each other.
        _learn(arrived, message)
    return Recorded(channel.tenant_id, arrived.message_id, arrived.conversation_id, media_ids)


def _recorded(channel: Channel, arrived: Arrived | None) -> Recorded | None:
    if arrived is None or not arrived.is_new:
        return None
    return Recorded(channel.tenant_id, arrived.message_id, arrived.conversation_id, media_ids=())


def _learn(arrived: Arrived, message: Inbound) -> None:
    customers.learn(arrived.customer_id, arrived.known, address=message.address, name=message.profile_name)


def _own(message: Inbound) -> tuple[str, ...]:
    return message.address, *message.other_addresses


def _arrive_alone(channel: Channel, message: Inbound, own: tuple[str, ...], now: datetime) -> Arrived | None:
    """The usual message, of somebody who is known and with nothing else to write: a transaction in one round trip."""
    with tenant_scope(channel.tenant_id, has_one_statement=True):
        return arrival.of_known(Arriving(channel, _line(message), list(addresses.by_key(own)), now))


def _arrive(channel: Channel, message: Inbound, own: tuple[str, ...], now: datetime) -> Arrived:
    """The first of somebody, or one whose addresses say something new, in two steps."""
    line = _line(message)
    if arrived := arrival.of_known(Arriving(channel, line, list(addresses.by_key(own)), now)):
        return arrived
    found = sender.find_or_begin(channel, own, name=message.profile_name, now=now)
    arrived = arrival.in_conversation(channel, line, conversation_id=found.conversation_id, now=now)
    if arrived is None:
        raise Conversation.DoesNotExist(found.conversation_id)
    return arrived


def _line(message: Inbound) -> InboxLine:
    return InboxLine(
        provider_id=message.provider_id,
        kind=message.kind,
        body=message.body,
        tapped_id=message.tapped_id,
        payload=message.payload,
    )


def _tell_systems(arrived: Arrived, message: Inbound) -> None:
    told = {"message_id": str(arrived.message_id), "conversation_id": str(arrived.conversation_id)}
    told |= {"kind": str(message.kind), "text": message.body}
    webhooks.record(MESSAGE_RECEIVED, told, customer_id=arrived.customer_id)


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
