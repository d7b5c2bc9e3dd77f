"""What the library is asked beside a ticket, so that a page helps until the person comes."""

import re
from typing import Final

from journeys import library, tenant
from journeys.context import TurnContext
from journeys.handoff import matters
from journeys.local import requests

LONGEST: Final = 300  # of a question
OF_SECRETS: Final = "do you ever ask for my PIN, one-time code or a photo of my ID"
OF_EMERGENCIES: Final = "is there a nurse or a doctor in an emergency"
OF_LATE: Final = "what happens when my parcel comes late"
OF_OUTAGES: Final = "is it an outage when the neighbour's fibre is off too"
OF_CANCELLING: Final = "Can I cancel my booking"
SURELY: Final = 0.8
"""From which score on a page is told of what has happened, and not only of whom to call."""
_CLAUSE: Final = re.compile(r"[,.;!?]")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s|\n")
_NEVER: Final = re.compile(r"\b(?:nobody|no one|never|hakuna|kamwe)\b", re.IGNORECASE)
_SECRET: Final = re.compile(r"\b(?:pin|codes?|otp|passwords?|msimbo|nywila|kitambulisho)\b", re.IGNORECASE)
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
    if own := of_matter(context):
        return own
    if matters.changes_contract(text):
        return _CLAUSE.split(text.strip())[0]  # why they end it asks for nothing
    return "" if matters.changes_booking(text) else text


def of_matter(context: TurnContext) -> str:
    """The question to the rules of what has gone wrong, or shall be ended; empty where it is none of these."""
    text = context.text
    if requests.is_late(text) and tenant.leaves_to_a_person("late", context):
        return OF_LATE
    if matters.is_outage(text):
        return OF_OUTAGES
    return OF_CANCELLING if matters.ends_booking(text) and matters.asks_a_rule(text) else ""


def word_of(text: str) -> str:
    """The word of the sentence that alone helps; empty where all does. Who has asked the neighbours is not told to."""
    return "outage" if matters.is_outage(text) else ""


def never_asked(context: TurnContext) -> str:
    """The sentence of a page that says what nobody of the business ever asks for; empty where none does."""
    found = library.passages(OF_SECRETS, context)
    sentences = (each.strip() for snippet in found for each in _SENTENCE.split(snippet.text))
    return next((each for each in sentences if _NEVER.search(each) and _SECRET.search(each)), "")


def _is_of_help(asked: str, context: TurnContext, *, least: float = 0.0) -> bool:
    best = library.passages(asked, context)[:1]
    return any(snippet.score >= least and _HELPS.search(snippet.text) for snippet in best)
