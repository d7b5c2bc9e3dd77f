"""Replies that most likely never arrived, and whose moment has passed: their words go out again with the next answer.

A reply comes here when Twilio gave no answer to its sending and does not list it, and the talk has gone on since, or
a second try ended the same way. Sent by itself it would come after what was said later, and a "2" of the customer's
would be read against the wrong list; in front of the next answer it is in its place.
"""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import F

from conversations.models import OutboundMessage
from conversations.outbox.delivery import WINDOW
from conversations.outbox.queue import NOTICE_POSITION
from journeys.reply import Reply

REPEATED = (
    "Twilio gave no answer when this was sent and does not list it. Its words went out again with a later answer."
)
SUPERSEDED = "Twilio gave no answer when this was sent and does not list it. A later answer says the same."


def take(conversation_id: UUID, *, answers: Iterable[Reply], now: datetime) -> list[str]:
    """The words to be said again before these answers, each once; in the transaction that is open."""
    said = {_words(answer.text) for answer in answers}
    if not said:
        return []
    lost = OutboundMessage.objects.filter(
        conversation_id=conversation_id,
        status=OutboundMessage.Status.UNKNOWN,
        priority=OutboundMessage.Priority.REPLY,
        author=OutboundMessage.Author.ASSISTANT,
        owner_epoch=F("conversation__owner_epoch"),
        look_at=None,
        is_repeated=False,
        queued_at__gt=now - WINDOW,
        position__lt=NOTICE_POSITION,
    )
    again = []
    # One that is being looked up is left alone: whoever has it decides.
    for row in lost.select_for_update(skip_locked=True, of=("self",)).order_by("queued_at", "turn_id", "position"):
        is_said = _words(row.body) in said
        row.is_repeated, row.reason = True, SUPERSEDED if is_said else REPEATED
        row.save(update_fields=["is_repeated", "reason"])
        again += [] if is_said or not row.body else [row.body]
    return again


def _words(text: str) -> str:
    return " ".join(text.split())
