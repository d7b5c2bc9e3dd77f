"""Reads how many of each form are spoken of: "2 adults and 2 kids", "watu wazima wawili na mtoto mmoja"."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from journeys.local import circumstances
from journeys.local.purchase import numbers
from journeys.local.purchase.ages import without_ages, without_years
from knowledge import lexicon
from knowledge.text import fold

# More are no party.
MOST: Final = 99


def counted(text: str, options: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, int]]:
    """The option of which two forms or more are counted, and how many of each; an empty name where there is none."""
    said = lexicon.terms(fold(without_ages(text, options)))
    for name, places in _named(said, options):
        # English counts before the noun, Swahili behind it: of "adults 3, kids 2" the kids are two.
        for step in (-1, 1):
            counts = {value: _count_at(at, step, said) for value, at in places.items()}
            if all(counts.values()) and any(_number(said, at + step) for at in places.values()):
                return name, counts
    return "", {}


def are_several(text: str, options: Mapping[str, Sequence[str]]) -> bool:
    """Whether two forms or more are spoken of, counted or not: "an adult and the kids"."""
    said = lexicon.terms(fold(without_ages(text, options)))
    return next(_named(said, options), None) is not None


def _named(said: Sequence[str], options: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, dict[str, int]]]:
    """The options of which two forms or more are named, and where each first is."""
    for name, values in options.items():
        places = {value: at for value in values if (at := _place_of(value, said)) is not None}
        if 2 <= len(places) == len(set(places.values())):  # "two XL" are not two XXL besides
            yield name, places


def _place_of(value: str, said: Sequence[str]) -> int | None:
    """Where the words for a form first stand; of a form that is a measure nowhere."""
    name = without_years(value)
    if any(sign.isdigit() for sign in name):
        return None
    meant = {lexicon.concept(term) or lexicon.stem(term) for term in lexicon.terms(fold(name))}
    return next((at for at, term in enumerate(said) if (lexicon.concept(term) or lexicon.stem(term)) in meant), None)


def _count_at(at: int, step: int, said: Sequence[str]) -> int:
    """The number on that side of it; one of who is spoken of in the singular, "and a kid"; else 0."""
    return _number(said, at + step) or int(is_one_person(said[at]))


def _number(said: Sequence[str], at: int) -> int:
    word = said[at] if 0 <= at < len(said) else ""
    count = int(word) if word.isdecimal() else numbers.words().get(word, 0)
    return count if count <= MOST else 0


def is_one_person(term: str) -> bool:
    """Whether it names one person: "a kid", "mtoto"."""
    first = term.split()[0]
    is_of_several = first.startswith("wa") or first.endswith("s") or first in ("children", "people")
    return not is_of_several and any(map(circumstances.is_somebody, (term, first)))
