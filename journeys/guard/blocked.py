"""Senders and words that the business does not answer: nothing is understood of them, and no model is asked."""

import re
from typing import Any, Final

from journeys.context import TurnContext
from journeys.handoff.commands import HandOver
from journeys.state import ConversationState
from knowledge.text import words
from tenants.blocklist.entry import BlockEntry

LONGEST: Final = 1_000


def refuse(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    """Silence, or a ticket where a person shall decide; None for everybody else."""
    entry = _entry(context)
    if entry is None:
        return None
    context.trace.notes["blocked"] = entry.pattern
    if entry.outcome == BlockEntry.Outcome.PERSON:
        return {"commands": (HandOver(reason="blocked", about=context.text[:LONGEST]),), "by": "code"}
    return {"silence": "blocked"}


def _entry(context: TurnContext) -> BlockEntry | None:
    blocked = context.blocked()
    if blocked is None:
        return None
    if blocked.sender is not None or not blocked.words:
        return blocked.sender
    said = " ".join(words(context.text))
    return next((entry for entry in blocked.words if _pattern(entry.pattern).search(said)), None)


def _pattern(phrase: str) -> re.Pattern[str]:
    """The words in their order; one with a * is the beginning of a word."""
    each = [" ".join(map(re.escape, words(word))) + (r"\w*" if word.endswith("*") else "") for word in phrase.split()]
    return re.compile(rf"(?<!\S){' '.join(each)}(?!\S)")
