"""Two sizes of one thing that are set beside each other."""

import re

from knowledge import lexicon
from knowledge.text import words

_TWO_MEASURES = re.compile(
    r"\b(?P<first>\d{1,5}) ?(?P<unit>[a-z]{1,4}\b)?\s*\b(?:or|and|na|ama|au|vs)\s+(?:(?:na|ya|za|la|ile|the)\s+){0,2}"
    r"(?P<second>\d{1,5}) ?(?P<other>[a-z]{1,5}\b)?",
    re.IGNORECASE,
)


def named(text: str) -> tuple[str, ...]:
    """Two sizes of one thing: "the 43 and the 55 inch TV", "bundle ya 20 na ya 45 gb"."""
    found = _TWO_MEASURES.search(text)
    rest = f"{text[: found.start()]} {text[found.end() :]}" if found else ""
    things = [word for word in words(rest) if lexicon.kind(lexicon.concept(word) or "") in lexicon.THINGS]
    unit = (found["unit"] or found["other"] or "") if found else ""
    is_told_by_unit = lexicon.kind(lexicon.concept(unit) or "") in lexicon.THINGS  # gigabytes are of data
    if found is None or not (things or is_told_by_unit):
        return ()
    return tuple(f"{' '.join(things[:2])} {number} {unit}".strip() for number in (found["first"], found["second"]))
