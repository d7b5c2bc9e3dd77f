"""The one statement that records a message, or an event of our own, and says when its conversation is due.

The usual message is of somebody who is known: they are found by its addresses in the statement itself, so that a
message costs one round trip. A new customer, or addresses that lead to two, take the longer way of `sender` first.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from conversations.models import InboundMessage
from tenants.models import Channel
from tenants.postgresql.planned import Planned
from tenants.tenancy import new_id

# The unique index of addresses finds a row for each key, the one of conversations theirs on this channel. All keys
# must be known and lead to one customer: otherwise there is no row, and nothing is written. OFFSET 0 and the subquery
# keep that order: PostgreSQL takes a business and its channel for unrelated, believes that hardly a conversation has
# both, and would go through all of them, which took 37 ms a message of a business of 3,600 customers.
_BY_ADDRESSES = """
known AS (
    SELECT a.customer_id, c.address, c.name, c.phone_e164, a.conversation_id
      FROM (
          SELECT k.customer_id, (
                     SELECT v.id FROM conversations_conversation v
                      WHERE v.tenant_id = %(tenant)s AND v.channel_id = %(channel)s AND v.customer_id = k.customer_id
                 ) AS conversation_id
            FROM tenants_customeraddress k
           WHERE k.tenant_id = %(tenant)s AND k.key = ANY(%(keys)s)
          OFFSET 0
      ) a
      JOIN tenants_customer c ON c.tenant_id = %(tenant)s AND c.id = a.customer_id
     WHERE a.conversation_id IS NOT NULL
), one AS (
    SELECT DISTINCT * FROM known
     WHERE (SELECT count(*) FROM known) = %(count)s AND (SELECT count(DISTINCT customer_id) FROM known) = 1
)"""
_BY_CONVERSATION = """
one AS (
    SELECT v.customer_id, c.address, c.name, c.phone_e164, v.id AS conversation_id
      FROM conversations_conversation v
      JOIN tenants_customer c ON c.tenant_id = v.tenant_id AND c.id = v.customer_id
     WHERE v.tenant_id = %(tenant)s AND v.id = %(conversation)s
)"""
# A message is thought about at once; how its burst is waited for is the turn's.
_OF_MESSAGE = "last_inbound_at = %(now)s, due_at = %(now)s"
# An event opens no service window, and brings no try forward that has been put off.
_OF_EVENT = "due_at = coalesce(v.due_at, %(now)s)"
# A message that is there already inserts nothing, so that nothing is updated either: it changes nothing.
_RECORD = """
WITH {whose}, message AS (
    INSERT INTO conversations_inboundmessage
           (id, tenant_id, created_at, channel_id, conversation_id, provider_id, kind, status, body, tapped_id,
            payload, received_at)
    SELECT %(id)s, %(tenant)s, %(now)s, %(channel)s, conversation_id, %(provider_id)s, %(kind)s, %(status)s, %(body)s,
           %(tapped_id)s, %(payload)s::jsonb, %(now)s
      FROM one
        ON CONFLICT (tenant_id, channel_id, provider_id) DO NOTHING
    RETURNING conversation_id
), expected AS (
    UPDATE conversations_conversation v
       SET updated_at = %(now)s, inbound_count = v.inbound_count + 1,
           waiting_since = coalesce(v.waiting_since, %(now)s), {expect}
      FROM message
     WHERE v.tenant_id = %(tenant)s AND v.id = message.conversation_id
)
SELECT one.*, EXISTS (SELECT FROM message) AS is_new FROM one
"""
OF_KNOWN = Planned(_RECORD.format(whose=_BY_ADDRESSES, expect=_OF_MESSAGE))
IN_CONVERSATION = Planned(_RECORD.format(whose=_BY_CONVERSATION, expect=_OF_MESSAGE))
OF_EVENT = Planned(_RECORD.format(whose=_BY_CONVERSATION, expect=_OF_EVENT))


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxLine:
    """A line of the inbox before it has a row."""

    provider_id: str
    kind: str
    body: str
    tapped_id: str = ""
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Arrived:
    """Where it was stored, what is known of its sender, and whether it was new."""

    message_id: UUID
    conversation_id: UUID
    customer_id: UUID
    known: Mapping[str, str]
    is_new: bool


@dataclass(frozen=True, slots=True)
class Arriving:
    """A message of somebody who should be known by all of these keys."""

    channel: Channel
    line: InboxLine
    keys: list[str]
    now: datetime


def of_known(message: Arriving) -> Arrived | None:
    """Store a message within the tenant's scope; None, with nothing done, when its sender is not simply known."""
    return all_of_known([message])[0]


def all_of_known(messages: Sequence[Arriving]) -> list[Arrived | None]:
    """Store messages within their tenant's scope, in one message to PostgreSQL and in their order; None, with nothing
    done for it, for each whose sender is not simply known.
    """
    values = [
        _values(it.channel.id, it.channel.tenant_id, it.line, it.now, keys=it.keys, count=len(it.keys))
        for it in messages
    ]
    arrived = []
    with connection.cursor() as cursor:
        cursor.executemany(OF_KNOWN, values)
        for each in values:
            arrived.append(_arrived(each["id"], cursor.fetchone()))
            cursor.nextset()
    return arrived


def in_conversation(channel: Channel, line: InboxLine, *, conversation_id: UUID, now: datetime) -> Arrived | None:
    """Store a message in a conversation that was found in the longer way; None when that has gone meanwhile."""
    return _record(IN_CONVERSATION, channel.id, channel.tenant_id, line, now, conversation=conversation_id)


def of_event(
    channel_id: UUID, tenant_id: UUID, line: InboxLine, *, conversation_id: UUID, now: datetime
) -> Arrived | None:
    """Store an event of our own as a message is stored."""
    return _record(OF_EVENT, channel_id, tenant_id, line, now, conversation=conversation_id)


def _record(
    statement: str, channel_id: UUID, tenant_id: UUID, line: InboxLine, now: datetime, **about: Any
) -> Arrived | None:
    values = _values(channel_id, tenant_id, line, now, **about)
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return _arrived(values["id"], cursor.fetchone())


def _values(channel_id: UUID, tenant_id: UUID, line: InboxLine, now: datetime, **about: Any) -> dict[str, Any]:
    return {
        "id": new_id(),
        "tenant": tenant_id,
        "channel": channel_id,
        "provider_id": line.provider_id,
        "kind": line.kind,
        "status": str(InboundMessage.Status.PENDING),
        "body": line.body,
        "tapped_id": line.tapped_id,
        "payload": json.dumps(line.payload),
        "now": now,
        **about,
    }


def _arrived(message_id: UUID, row: tuple[Any, ...] | None) -> Arrived | None:
    if row is None:
        return None
    customer_id, address, name, phone, conversation_id, is_new = row
    known = {"address": address, "name": name, "phone_e164": phone}
    return Arrived(message_id, conversation_id, customer_id, known, is_new)
