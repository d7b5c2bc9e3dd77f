"""Reads how many of each form are spoken of: "2 adults and 2 kids", "watu wazima wawili na mtoto mmoja"."""

from collections.abc import Mapping, Sequence
from typing import Final

from journeys.language.numbers import units
from journeys.local.purchase.ages import without_ages, without_years
from knowledge import lexicon
from knowledge.text import fold

# More are no party.
MOST: Final = 99


def counted(text: str, options: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, int]]:
    """The option of which two forms or more are counted, and how many of each; an empty name where there is none."""
    said = lexicon.terms(fold(without_ages(text, options)))
    for name, values in options.items():
        found = {value: counted for value in values if (counted := _count_of(value, said))}
        places = {at for at, _ in found.values()}
        if len(found) > 1 and len(places) == len(found):  # "two XL" are not two XXL besides
            return name, {value: count for value, (_, count) in found.items()}
    return "", {}


def _count_of(value: str, said: Sequence[str]) -> tuple[int, int] | None:
    """Where the words for a form stand, and the number before or behind them; None where none stands there, and of a
    form that is a measure."""
    name = without_years(value)
    if any(sign.isdigit() for sign in name):
        return None
    meant = {lexicon.concept(term) or lexicon.stem(term) for term in lexicon.terms(fold(name))}
    for at, term in enumerate(said):
        if (lexicon.concept(term) or lexicon.stem(term)) not in meant:
            continue
        for beside in (said[at - 1] if at else "", said[at + 1] if at + 1 < len(said) else ""):
            count = int(beside) if beside.isdecimal() else units().get(beside, 0)
            if 0 < count <= MOST:
                return at, count
    return None
