"""Puts replies into the outbox as WhatsApp will take them, and finds what is due there."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import connection

from conversations.models import OutboundMessage
from conversations.outbox import compile
from journeys.reply import MAX_TEXT, Media, Reply, Text
from tenants.scope import fleet_scope

Priority = OutboundMessage.Priority
# Behind every place that a turn's own replies can take: the notice that its answer takes longer.
NOTICE_POSITION = 30_000
Found = list[tuple[UUID, UUID]]

# One conversation of each tenant, then the second of each, and so on: a tenant's backlog keeps nobody else waiting.
DUE = """
SELECT tenant_id, conversation_id
  FROM (SELECT tenant_id, conversation_id,
               row_number() OVER (PARTITION BY tenant_id ORDER BY min(priority), min(due_at)) AS place
          FROM conversations_outboundmessage
         WHERE status IN ('queued', 'sending') AND due_at < %(before)s
         GROUP BY tenant_id, conversation_id) AS waiting
 ORDER BY place, tenant_id
 LIMIT %(limit)s
"""


def enqueue(
    replies: Sequence[Reply],
    *,
    channel_id: UUID,
    conversation_id: UUID,
    turn_id: UUID | None,
    now: datetime,
    priority: Priority = Priority.REPLY,
) -> None:
    """Put replies into the outbox, in the transaction that is open."""
    pieces = [piece for reply in replies for piece in _pieces(reply)]
    OutboundMessage.objects.bulk_create(
        OutboundMessage(
            channel_id=channel_id,
            conversation_id=conversation_id,
            turn_id=turn_id,
            position=position,
            priority=priority,
            reply=piece.model_dump(mode="json"),
            body=piece.text,
            due_at=now,
            queued_at=now,
        )
        for position, piece in enumerate(pieces)
    )


def _pieces(reply: Reply) -> list[Reply]:
    """The reply as it can be sent: whole when WhatsApp takes it so, otherwise as texts that say the same."""
    if isinstance(reply, Media) and len(reply.text) > MAX_TEXT:
        return [reply.model_copy(update={"text": ""}), *_texts(reply)]
    if compile.content(reply) is not None or reply.kind in ("media", "template"):
        return [reply]
    return _texts(reply)


def _texts(reply: Reply) -> list[Reply]:
    return [Text(text=text, is_notice=reply.is_notice) for text in compile.texts(reply)]


def due_sendings(*, before: datetime, limit: int) -> Found:
    """Conversations with a message that should have been sent, in turns between the tenants."""
    with fleet_scope(), connection.cursor() as cursor:
        cursor.execute(DUE, {"before": before, "limit": limit})
        return [(tenant_id, conversation_id) for tenant_id, conversation_id in cursor.fetchall()]


def due_looks(*, before: datetime, limit: int) -> Found:
    """Conversations with a message that should be looked for at Twilio."""
    with fleet_scope():
        rows = OutboundMessage.objects.filter(look_at__lt=before).order_by("look_at")
        return list(dict.fromkeys(rows.values_list("tenant_id", "conversation_id")[:limit]))
