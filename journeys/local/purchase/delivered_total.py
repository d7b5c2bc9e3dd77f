"""Reads where to in a question what an order comes to with delivery: "what is the total with delivery to Kisumu?"."""

import re
from functools import cache

from journeys.local.purchase.delivery import LONGEST
from journeys.local.purchase.places import MOST_WORDS
from journeys.local.wordlists import tokens, wordlist
from knowledge.search.terms.glossary import is_place


def place_in(text: str) -> str:
    """The place; empty where the whole message is no such question."""
    found = _asked().fullmatch(text.strip(" .!?")[: LONGEST + 1])
    place = found["place"].strip() if found else ""
    return place if len(place.split()) <= MOST_WORDS and any(map(is_place, tokens(place))) else ""


@cache
def _asked() -> re.Pattern[str]:
    """The total is named first, then what is brought, and where to."""
    place = r"(?P<place>[^?.;,]+(?:, [^?.;,]+)?)"
    asked = rf"[^?.;]{{0,40}}\b{_any('total')}\b[^?.;]{{0,30}}?\b{_any('with_delivery')} {_any('to')} {place}"
    return re.compile(asked, re.IGNORECASE)


def _any(name: str) -> str:
    return f"(?:{'|'.join(wordlist('delivery')[name])})"
