"""Knows the measures that a thing does not come in, though others of their kind: 20 litres, of cans of 5 and 10."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from journeys.language.units import ALL, in_units, joined, units_in
from journeys.local.purchase import numbers
from journeys.local.purchase.words_left import WordsLeft
from journeys.local.wordlists import tokens

A_MEASURE: Final = re.compile(r"(?P<number>\d{1,9}(?:p\d{1,3})?)(?P<unit>[a-z]{1,12})")
"""As `joined` writes one."""
# A letter alone is no unit to who reads it.
_IN_FULL: Final = {"l": "litres", "m": "metres", "g": "grams", "w": "watts", "min": "minutes"}


def named(words: WordsLeft, options: Mapping[str, Sequence[str]], units: frozenset[str]) -> list[str]:
    """Those that were said and are left, of the kinds that these options come in; they are taken from the words."""
    missing = []
    own = {unit for values in options.values() for unit in _units_of(values, units)}
    for place, word in enumerate(words.said) if own else ():
        said = A_MEASURE.fullmatch(word)
        if said and said["unit"] in own and not words.is_taken[place]:
            words.take(place, 1)
            missing.append(_in_full(said))
    return missing


def _in_full(said: re.Match[str]) -> str:
    """As it is told: 5 kg, also of what comes in grams."""
    told = Decimal(said["number"].replace("p", ".")), said["unit"]
    value, unit = in_units(*told, ALL) or told
    return f"{value.normalize():f} {_IN_FULL.get(unit, unit)}"


def sums(words: WordsLeft, *, more_than: int) -> list[str]:
    """Other sums of what is sold by its worth, also taken: "airtime of 200", sold for 100 and 250, is no 200 of it."""
    said = words.said
    places = [
        at for at, word in enumerate(said) if word.isdecimal() and int(word) > more_than and not words.is_taken[at]
    ]
    for place in places:
        words.take(place, 1)
    return [f"{said[place]} bob" for place in places]


def option_of(options: Mapping[str, Sequence[str]], measure: str) -> str | None:
    """The option that comes in measures of this kind: the volume, of "20 litres"."""
    own = _units_of([measure], units_in([measure]))
    return next((name for name, values in options.items() if own & _units_of(values, units_in(values))), None)


def _units_of(values: Sequence[str], units: frozenset[str]) -> set[str]:
    written = (" ".join(tokens(numbers.whole(joined(value, units)))) for value in values)
    return {found["unit"] for each in written if (found := A_MEASURE.fullmatch(each))}
