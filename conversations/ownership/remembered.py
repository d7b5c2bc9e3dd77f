"""The state of a conversation, read outside a turn: for its language, and to be handed on."""

import structlog

from conversations.models import Conversation
from journeys import state
from journeys.state import ConversationState

log = structlog.get_logger(__name__)


def state_of(row: Conversation) -> ConversationState:
    """The stored state; an empty one when it cannot be read, as a turn would begin with."""
    identity = {"tenant_id": str(row.tenant_id), "conversation_id": str(row.pk), "request_id": str(row.pk)}
    try:
        return state.load(row.state, **identity)
    except state.StateUnreadable:
        log.error("conversations.state.unreadable")
        return state.load(None, **identity)
