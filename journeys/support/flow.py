"""What the nodes of the support journey hand to each other."""

from typing import Literal, TypedDict

from journeys.reply import Reply
from journeys.state import ConversationState
from journeys.support.answering.draft import Draft
from journeys.support.question.complete import Question
from tools.support.kb_retrieve import KbRetrieveResult

Step = Literal["retrieve", "ask_back", "hand_over", "say_fixed", "tell_hours", "answer", "review", "respond"]


class SupportFlow(TypedDict, total=False):
    """One turn of the journey; it ends when there is a reply."""

    state: ConversationState
    text: str
    step: Step
    """Where it goes from here."""
    question: str
    """What she asks, complete in itself."""
    asked: Question
    """The same in its parts."""
    sentence: str
    """The fixed sentence to be said."""
    escalation: str
    """Why a person is needed."""
    found: KbRetrieveResult
    draft: Draft
    objection: str
    """What a review found wrong with the draft."""
    drafts: int
    reply: Reply
    fallback: Reply
