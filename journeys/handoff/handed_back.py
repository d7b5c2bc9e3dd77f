"""What the assistant goes on from when a person gives a conversation back to it."""

from collections.abc import Sequence
from typing import Final

from journeys.state import ConversationState, TranscriptMessage, last_words

PAST: Final = "What the assistant asked, quoted or promised before that is past."
# It is a message in the transcript, which a card has to hold.
LONGEST: Final = 600


def handed_back(
    state: ConversationState, *, said: Sequence[TranscriptMessage], words: str, ticket: tuple[str, str] | None
) -> ConversationState:
    """The state after it: what was said meanwhile is remembered; no question, quote or promise of ours stands.

    `words` are the person's own summary; `ticket` is the id and number of one that is still open.
    """
    summary = words.strip() or "They have not said what was agreed; it stands in the last messages."
    told = f"A person of the business has had this conversation and gives it back: {summary[:LONGEST]} {PAST}"
    return state.having(
        asked=None, choosing=None, waiting=[], support_question=None, support_asks=0, clarify_turns=0, tool_errors=0,
        escalation_required=False, escalation_reason=None, response_text=None, is_introduced=True,
        handoff_ticket_id=ticket[0] if ticket else None, handoff_ticket_number=ticket[1] if ticket else None,
        handed_back=told, messages=last_words(said),
    )  # fmt: skip
