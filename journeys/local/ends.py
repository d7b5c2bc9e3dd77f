"""Which end of what can be measured is wanted: the fastest, the biggest, the smallest, what lasts longest."""

import re
from typing import Final, Literal

from journeys.local.wordlists import plain

End = Literal["fastest", "biggest", "smallest", "longest"]
_ENDS: Final[dict[End, re.Pattern[str]]] = {
    "longest": re.compile(
        r"\b(?:lasts?|valid|stays?|runs?) (?:the )?longest\b|\blongest (?:lasting|validity|period|one|bundle|plan)\b"
        r"|\b(?:in|zin|lin|yan)a(?:dumu|kaa) (?:zaidi|sana|muda mrefu|kabisa)\b|\bmuda mrefu (?:zaidi|kabisa)\b"
    ),
    "fastest": re.compile(r"\b(?:fastest|quickest|(?:ya|yenye) (?:kasi|speed|mbio) (?:zaidi|kabisa|kali))\b"),
    "biggest": re.compile(
        r"\b(?:biggest|largest|(?:highest|most|maximum|max) (?:data|capacity|storage|gbs?|volume|memory)"
        r"|kubwa (?:zaidi|kabisa|kuliko (?:zote|yote)))\b"
    ),
    "smallest": re.compile(r"\b(?:smallest|lightest|least data|ndogo (?:zaidi|kabisa|kuliko (?:zote|yote)))\b"),
}


def wanted(text: str) -> End | None:
    """The end of "the fastest plan", "bando kubwa kabisa"; None where no end is named."""
    said = plain(text)
    return next((end for end, words in _ENDS.items() if words.search(said)), None)
