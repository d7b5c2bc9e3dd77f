"""Reads how many of each form are spoken of: "2 adults and 2 kids", "watu wazima wawili na mtoto mmoja"."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from journeys.local import circumstances
from journeys.local.purchase import numbers
from journeys.local.purchase.ages import without_ages, without_years
from journeys.local.wordlists import plain
from knowledge import lexicon
from knowledge.text import fold

# More are no party.
MOST: Final = 99
GROWN_UPS, CHILDREN = "adult", "kids"
# With how many they are, and what joins them to the others.
_CHILDREN: Final = re.compile(
    rf"\b(?:(?:and|na|plus|with|n) )?(?:(?:my|our|a|an|\d{{1,2}}|{'|'.join(numbers.words())}) )?"
    rf"(?:kids?|child(?:ren)?|watoto|mtoto|watoi|mtoi)\b(?: (?:\d{{1,2}}|{'|'.join(numbers.words())})\b)?"
)
_MYSELF: Final = re.compile(r"\b(?:me|myself|i|mimi|mm)\b")


def counted(text: str, options: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, int]]:
    """The option of which two forms or more are counted, and how many of each; an empty name where there is none."""
    told = without_ages(text, options)
    said = lexicon.terms(fold(told))
    for name, places in _named(said, options):
        # English counts before the noun, Swahili behind it: of "adults 3, kids 2" the kids are two.
        for step in (-1, 1):
            counts = {value: _count_at(at, step, said) for value, at in places.items()}
            if all(counts.values()) and any(_number(said, at + step) for at in places.values()):
                return name, counts
    return _beside_children(told, said, options)


def for_grown_ups(text: str, options: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The form for grown-ups, where so many people come and no child is spoken of: "tuko watu 4"."""
    for name, values in options.items():
        forms = {lexicon.concept(without_years(value)): value for value in values}
        is_for_all = GROWN_UPS in forms and CHILDREN in forms and CHILDREN not in lexicon.concepts(text)
        if is_for_all and circumstances.parse(plain(text)).guests:
            return {name: forms[GROWN_UPS]}
    return {}


def _beside_children(
    text: str, said: Sequence[str], options: Mapping[str, Sequence[str]]
) -> tuple[str, dict[str, int]]:
    """Grown-ups who are only counted beside children: "sisi wawili na mtoi wa 6", "my wife and I and 2 kids"."""
    for name, values in options.items():
        forms = {lexicon.concept(without_years(value)): value for value in values}
        at = next((at for at, term in enumerate(said) if lexicon.concept(term) == CHILDREN), None)
        if at is None or not {GROWN_UPS, CHILDREN} <= forms.keys() or GROWN_UPS in map(lexicon.concept, said):
            continue
        children = _count_at(at, -1, said) or _count_at(at, 1, said)
        grown_ups = _grown_ups(_CHILDREN.sub(" ", plain(text)))
        if children and grown_ups:
            return name, {forms[GROWN_UPS]: grown_ups, forms[CHILDREN]: children}
    return "", {}


def _grown_ups(rest: str) -> int:
    """How many they are by what is said of no child; one who speaks of nobody else but themselves."""
    return circumstances.parse(rest).guests or int(_MYSELF.search(rest) is not None)


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
