"""What the nodes of the offers journey hand to each other."""

from typing import TypedDict

from journeys.reply import Reply
from journeys.state import ConversationState


class OffersFlow(TypedDict, total=False):
    """One turn of the journey; it ends when there is a reply."""

    state: ConversationState
    text: str
    code: str | None
    """The coupon she wants to use."""
    reply: Reply
    fallback: Reply
    links: tuple[str, ...]
