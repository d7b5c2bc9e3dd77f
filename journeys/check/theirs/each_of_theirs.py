"""What a conclusion says of each of two figures: "the one of 11 may, but the one of 2 may not"."""

import re
from typing import Final

from journeys.check.library.nearest import values_in

_OTHER_FIGURE: Final = re.compile(r",? \b(?:but|while|lakini|ila|huku)\b ", re.IGNORECASE)
_AND: Final = re.compile(r",? \b(?:and|na)\b ", re.IGNORECASE)
# "Your seven-year-old and your three-year-old can go" says one thing of both.
_SAYS_ITSELF: Final = re.compile(
    r"\b(?:can(?:not)?|may|is|ni|too (?:young|old)|a(?:naweza|naruhusiwa|nafaa)|ha(?:wezi|ruhusiwi|fai))\b",
    re.IGNORECASE,
)


def judged_in(meaning: str) -> list[str]:
    """Its parts where each has a figure of its own, else the whole."""
    parts = _OTHER_FIGURE.split(meaning)
    if len(parts) == 1 and all(map(_SAYS_ITSELF.search, several := _AND.split(meaning))):
        parts = several
    return parts if all(map(values_in, parts)) else [meaning]
