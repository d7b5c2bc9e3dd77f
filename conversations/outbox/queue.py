"""Puts a turn's replies into the outbox, as WhatsApp will take them."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from conversations.models import OutboundMessage
from conversations.outbox import compile
from journeys.reply import Reply, Text


def enqueue(
    replies: Sequence[Reply], *, channel_id: UUID, conversation_id: UUID, turn_id: UUID, now: datetime
) -> None:
    """Put a turn's replies into the outbox, in the transaction that is open."""
    pieces = [piece for reply in replies for piece in _pieces(reply)]
    OutboundMessage.objects.bulk_create(
        OutboundMessage(
            channel_id=channel_id,
            conversation_id=conversation_id,
            turn_id=turn_id,
            position=position,
            reply=piece.model_dump(mode="json"),
            body=piece.text,
            due_at=now,
            queued_at=now,
        )
        for position, piece in enumerate(pieces)
    )


def _pieces(reply: Reply) -> list[Reply]:
    """The reply as it can be sent: whole when WhatsApp takes it so, otherwise as texts that say the same."""
    if compile.content(reply) is not None or reply.kind == "media":
        return [reply]
    return [Text(text=text) for text in compile.texts(reply)]
