"""Puts replies into the outbox as their channel will take them, and finds what is due there."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import connection, transaction

from conversations.channels import registry
from conversations.models import OutboundMessage
from journeys.reply import Reply
from tenants.consent.purposes import ANSWER
from tenants.postgresql.compiled import insert_later
from tenants.scope import fleet_scope
from tenants.telemetry import metrics
from tenants.tenancy import new_id

Priority = OutboundMessage.Priority
Author = OutboundMessage.Author
Status = OutboundMessage.Status
TAKEN_OVER = "A person took the conversation over before this was sent."
# Behind every place that a turn's own replies can take: the notice that its answer takes longer.
NOTICE_POSITION = 30_000
Found = list[tuple[UUID, UUID]]

# Plan: what waits (outbound_due), numbered for each tenant in memory.
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
    channel_kind: str,
    conversation_id: UUID,
    turn_id: UUID | None,
    owner_epoch: int,
    now: datetime,
    priority: Priority = Priority.REPLY,
    operator_id: UUID | None = None,
    first_id: UUID | None = None,
    first_position: int = 0,
) -> None:
    """Put replies into the outbox, in the transaction that is open; an operator's are theirs, all others ours.

    Where the channel keeps answers, they are sent with that: the door refuses none of them, and no provider is asked.
    `first_id` is the first message's id, `first_position` its place in the turn: each once, or an IntegrityError.
    """
    kind = registry.of(channel_kind)
    pieces = [piece for reply in replies for piece in kind.compile(reply)]
    author = Author.ASSISTANT if operator_id is None else Author.OPERATOR
    messages = [
        OutboundMessage(
            id=(first_id if position == first_position else None) or new_id(),
            author=author,
            operator_id=operator_id,
            owner_epoch=owner_epoch,
            channel_id=channel_id,
            conversation_id=conversation_id,
            turn_id=turn_id,
            position=position,
            priority=priority,
            purpose=piece.purpose,
            reply=piece.model_dump(mode="json"),
            body=piece.text,
            due_at=now,
            queued_at=now,
        )
        for position, piece in enumerate(pieces, first_position)
    ]
    if kind.can.keeps_answers:
        _keep([message for message in messages if message.purpose == ANSWER], channel_kind, now)
    if first_id is not None:
        OutboundMessage.objects.bulk_create(messages)  # their caller wants to know
    else:
        insert_later(messages)


def _keep(answers: Sequence[OutboundMessage], channel_kind: str, now: datetime) -> None:
    for message in answers:
        message.status, message.provider_status = Status.SENT, str(Status.SENT)
        message.sent_at, message.provider_id = now, str(message.pk)
    counter = metrics.MESSAGES_OUT.labels(channel_kind, str(Status.SENT))
    transaction.on_commit(partial(counter.inc, len(answers)), robust=True)


def is_withdrawable(message: OutboundMessage) -> bool:
    """Whether it is the assistant's own word; what tells of something that happened is true whoever speaks."""
    return message.author == Author.ASSISTANT and not message.reply.get("is_notice", False)


def withdraw(conversation_id: UUID) -> int:
    """Take back what the assistant has queued, in the transaction that is open; how many messages."""
    # A worker that is claiming one either has it already (SENDING: not withdrawn) or finds it withdrawn.
    queued = OutboundMessage.objects.select_for_update().filter(conversation_id=conversation_id, status=Status.QUEUED)
    ids = [message.pk for message in queued if is_withdrawable(message)]
    return OutboundMessage.objects.filter(pk__in=ids).update(status=Status.WITHDRAWN, reason=TAKEN_OVER)


def due_sendings(*, before: datetime, limit: int) -> Found:
    """Conversations with a message that should have been sent, in turns between the tenants."""
    with fleet_scope(), connection.cursor() as cursor:
        cursor.execute(DUE, {"before": before, "limit": limit})
        return [(tenant_id, conversation_id) for tenant_id, conversation_id in cursor.fetchall()]


def due_looks(*, before: datetime, limit: int) -> Found:
    """Conversations with a message that should be looked for at its provider."""
    with fleet_scope():
        rows = OutboundMessage.objects.filter(look_at__lt=before).order_by("look_at")
        return list(dict.fromkeys(rows.values_list("tenant_id", "conversation_id")[:limit]))
