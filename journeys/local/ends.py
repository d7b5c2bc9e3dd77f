"""Which end of what can be measured is wanted: the fastest, the biggest, the smallest, what lasts longest."""

import re
from typing import Final, Literal

from journeys.local import wants
from journeys.local.wordlists import plain

End = Literal["fastest", "biggest", "smallest", "longest"]
_MOST: Final = r"(?:zaidi|kabisa|sana kuliko|mno|kuliko (?:zote|yote|wote)|kushinda (?:zote|yote))"
_ENDS: Final[dict[End, re.Pattern[str]]] = {
    "longest": re.compile(
        r"\b(?:lasts?|valid|stays?|runs?) (?:the )?longest\b|\blongest (?:lasting|validity|period|one|bundle|plan)\b"
        rf"|\b(?:in|zin|lin|yan)a(?:dumu|kaa) (?:sana|muda mrefu|{_MOST})\b|\bmuda mrefu {_MOST}\b"
    ),
    "fastest": re.compile(
        r"\b(?:fastest|quickest|(?:highest|top|most|best|maximum|max) (?:speed|mbps)"
        rf"|(?:kasi|speed|mbio|spidi|fast|mbps)(?: kubwa| ya juu| kali| nyingi| ya haraka)? {_MOST}"
        r"|(?:kasi|speed|mbio|spidi) (?:kali|ya mwisho mwisho))\b"
    ),
    "biggest": re.compile(
        r"\b(?:biggest|largest|(?:highest|most|maximum|max) (?:data|capacity|storage|gbs?|volume|memory|inch\w*)"
        rf"|(?:data|gbs?|mbs?|bando) (?:nyingi|mingi|kibao) {_MOST}|(?:ki|m|li)?kubwa {_MOST})\b"
    ),
    "smallest": re.compile(rf"\b(?:smallest|lightest|least data|(?:n|ki|m)?dogo {_MOST}|nyepesi {_MOST})\b"),
}
_PER_UNIT: Final = re.compile(
    r"\b(?:per|a|each|kwa kila|kila|kwa) (?P<unit>gb|gig|gigabyte|mb|kg|kilo|litre|liter|lita)\b"
)
_UNITS: Final = {"gig": "gb", "gigabyte": "gb", "kilo": "kg", "litre": "l", "liter": "l", "lita": "l"}


def per_unit(text: str) -> str:
    """The unit by which the cheapest is reckoned, the gb of "the cheapest per GB"; empty where none is named."""
    found = _PER_UNIT.search(plain(text)) if wants.parse(text).sort == "cheapest" else None
    return _UNITS.get(found["unit"], found["unit"]) if found else ""


def wanted(text: str) -> End | None:
    """The end of "the fastest plan", "bando kubwa kabisa"; None where no end is named."""
    said = plain(text)
    return next((end for end, words in _ENDS.items() if words.search(said)), None)
