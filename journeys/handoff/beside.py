"""What the library is asked beside a ticket, so that a page helps until the person comes."""

import re
from typing import Final

from journeys import library
from journeys.context import TurnContext
from journeys.handoff import matters

LONGEST: Final = 300  # of a question
OF_SECRETS: Final = "does anybody of yours ask for my one-time code in a call"
OF_EMERGENCIES: Final = "who helps in an emergency"
SURELY: Final = 0.8
"""From which score on a page is told of what has happened, and not only of whom to call."""
_CLAUSE: Final = re.compile(r"[,.;!?]")
_HELPS: Final = re.compile(
    r"\b(?:emergenc\w+|nurse|doctor|hospital|first aid|ambulance|nobody from|never asks?|daktari|muuguzi|dharura"
    r"|hospitali)\b",
    re.IGNORECASE,
)


def question(context: TurnContext) -> str:
    """The question whose page helps; empty where none does, as none tells of their own booking."""
    text = context.text[:LONGEST]
    if matters.gave_a_secret(text):
        return OF_SECRETS if _is_of_help(OF_SECRETS, context) else ""
    if matters.is_danger(text):
        asked = text if _is_of_help(text, context, least=SURELY) else OF_EMERGENCIES
        return asked if _is_of_help(asked, context) else ""
    if matters.changes_contract(text):
        return _CLAUSE.split(text.strip())[0]  # why they end it asks for nothing
    return "" if matters.changes_booking(text) else text


def _is_of_help(asked: str, context: TurnContext, *, least: float = 0.0) -> bool:
    best = library.passages(asked, context)[:1]
    return any(snippet.score >= least and _HELPS.search(snippet.text) for snippet in best)
