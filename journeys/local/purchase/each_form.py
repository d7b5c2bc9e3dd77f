"""Reads how many of each form are spoken of: "2 adults and 2 kids", "watu wazima wawili na mtoto mmoja"."""

from collections.abc import Mapping, Sequence
from typing import Final

from journeys.language.numbers import units
from journeys.local.purchase.ages import without_years
from knowledge import lexicon
from knowledge.text import fold

# More are no party.
MOST: Final = 99


def counted(text: str, options: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, int]]:
    """The option of which two forms or more are counted, and how many of each; an empty name where there is none."""
    said = lexicon.terms(fold(text))
    for name, values in options.items():
        found = {value: count for value in values if (count := _count_of(value, said))}
        if len(found) > 1:
            return name, found
    return "", {}


def _count_of(value: str, said: Sequence[str]) -> int:
    """The number before or behind the words for a form; 0 where none stands there, and of a form that is a measure."""
    name = without_years(value)
    if any(sign.isdigit() for sign in name):
        return 0
    meant = {lexicon.concept(term) or lexicon.stem(term) for term in lexicon.terms(fold(name))}
    for at, term in enumerate(said):
        if (lexicon.concept(term) or lexicon.stem(term)) not in meant:
            continue
        for beside in (said[at - 1] if at else "", said[at + 1] if at + 1 < len(said) else ""):
            count = int(beside) if beside.isdecimal() else units().get(beside, 0)
            if 0 < count <= MOST:
                return count
    return 0
