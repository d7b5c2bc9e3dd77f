"""What a passage calls by a name that another sentence defines: "the minimum term", which is one "of 12 months".

Who says "after the 12 months" of what holds "after the minimum term" says the same.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

Passage = tuple[str, str]
"""Its text and its heading."""

# "A minimum term of 12 months": a name of two words or three, and a measure or a sum.
_DEFINES: Final = re.compile(
    r"\b(?:an?|the) (?P<name>[a-z]{4,14}(?: [a-z]{4,14}){1,2}) of "
    r"(?P<value>(?:KES |Ksh )?\d[\d,.]{0,9}(?: (?:days?|weeks?|months?|years?|hours?|percent))?)\b(?! ?[%/:-])"
)
LONGEST: Final = 8_000
"""Letters of a passage that are looked through for definitions."""


def spelled_out(passages: Sequence[Passage]) -> list[Passage]:
    """The passages, with its value before each name that one defines: "after the 12 months of the minimum term"."""
    values = {name: value for text, _ in passages for name, value in _definitions(text)}
    if not values:
        return list(passages)
    of_names = re.compile(rf"\bthe (?P<name>{'|'.join(map(re.escape, values))})\b(?! of \d)")
    return [
        (of_names.sub(lambda found: f"the {values[found['name']]} of {found[0]}", text), at) for text, at in passages
    ]


def _definitions(text: str) -> Iterator[tuple[str, str]]:
    yield from ((found["name"], found["value"].rstrip(" .,")) for found in _DEFINES.finditer(text[:LONGEST]))
