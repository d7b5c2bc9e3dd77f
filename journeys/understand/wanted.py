"""The words of a message that tell what is wanted: written in full, without greeting and without our own name."""

from journeys.context import TurnContext
from journeys.local import governor, slips
from journeys.state import ConversationState


def wanted(state: ConversationState, context: TurnContext) -> str:
    """The message for the local readers; one that only greets is left as it is, but for the assistant's name."""
    return slips.written_out(governor.without_greeting(spoken(state, context)))


def spoken(state: ConversationState, context: TurnContext) -> str:
    """The message without the name by which it speaks to the assistant, which may be a word for goods as well."""
    return governor.without_name(context.text, state.tenant.bot_name or "")
