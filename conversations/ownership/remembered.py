"""What a conversation remembers, read outside a turn: for its language, to be handed on, and for a rehearsal."""

import structlog

from conversations.models import Conversation, InboundMessage, OutboundMessage
from journeys import state
from journeys.state import LONGEST_SAID, MOST_SAID, ConversationState, TranscriptMessage

log = structlog.get_logger(__name__)


def state_of(row: Conversation) -> ConversationState:
    """The stored state; an empty one when it cannot be read, as a turn would begin with."""
    identity = {"tenant_id": str(row.tenant_id), "conversation_id": str(row.pk), "request_id": str(row.pk)}
    try:
        return state.load(row.state, **identity)
    except state.StateUnreadable:
        log.error("conversations.state.unreadable")
        return state.load(None, **identity)


def said_in(row: Conversation) -> list[TranscriptMessage]:
    """The last words of all sides, as the database has them; what never went out was not said."""
    kinds = (InboundMessage.Kind.TEXT, InboundMessage.Kind.TAP)
    came = InboundMessage.objects.filter(conversation=row, kind__in=kinds).exclude(body="").order_by("-received_at")
    unsaid = (OutboundMessage.Status.FAILED, OutboundMessage.Status.WITHDRAWN, OutboundMessage.Status.REFUSED)
    went = OutboundMessage.objects.filter(conversation=row).exclude(status__in=unsaid).order_by("-queued_at")
    said = [
        (one.received_at, 0, TranscriptMessage(who="customer", text=one.body[:LONGEST_SAID]))
        for one in came[:MOST_SAID]
    ]
    for one in went[:MOST_SAID]:
        who = "person" if one.author == OutboundMessage.Author.OPERATOR else "us"
        offered = "".join(f"\n- {option['title']}" for option in one.reply.get("options", ()) if who == "person")
        words = f"{one.body}{offered}"[:LONGEST_SAID]
        said.append((one.queued_at, one.position, TranscriptMessage(who=who, text=words)))
    return [words for _, _, words in sorted(said, key=lambda each: each[:2])]
