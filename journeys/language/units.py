"""Measures as people write them, each as one word: "7 litre", "lita saba" and "7L" are `7l`, "GB 20" is `20gb`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Final

from journeys.language.numbers import units as number_words
from knowledge.text import fold

SPELLED: Final[Mapping[str, str]] = {
    "l": "l lt ltr ltrs litre litres liter liters lita", "ml": "ml mls millilitre millilitres mililita",
    "kg": "kg kgs kilo kilos kilogram kilograms kilogramu", "g": "g gm gms gram grams gramu",
    "cm": "cm cms centimetre centimetres sentimita", "mm": "mm", "m": "m metre metres meter meters mita",
    "inch": "inch inches inchi", "yard": "yard yards yadi", "gb": "gb gbs gig gigs gigabyte gigabytes",
    "mb": "mb mbs megabyte megabytes", "tb": "tb terabyte", "mah": "mah", "mbps": "mbps", "w": "w watt watts wati",
    "min": "min mins minute minutes dakika", "hour": "hour hours hr hrs masaa", "year": "year years yr yrs miaka",
    "day": "day days siku", "bob": "bob sh shs ksh kes shilling shillings shilingi",
}  # fmt: skip
ALL: Final = frozenset(SPELLED)
# "4G" and "5g" are networks; nothing is sold by so few grams.
_NETWORK = r"(?![2-6]g\b)"
MEASURE: Final = re.compile(rf"(?<!\d){_NETWORK}\d+(?:p\d+)?(?:{'|'.join(SPELLED)})")
_NUMBER = r"(?<![\w.,])\d++(?:[.,]\d++)?+"


def units_in(texts: Iterable[str]) -> frozenset[str]:
    """The units in which a thing is measured: those that follow a number in its title and the values of its options."""
    return frozenset(_known()[found["unit"]] for text in texts for found in _after().finditer(fold(text)))


@lru_cache(maxsize=4_000)
def joined(text: str, units: frozenset[str]) -> str:
    """The text, folded, with every measure in one of these units as one word; all else is left as it is."""
    said = _thousands().sub(_in_figures, fold(text))
    for pattern in (_after(), _before()):
        said = pattern.sub(lambda found: _joined(found, units), said)
    return said


def ages_in(text: str) -> Iterator[int]:
    """Years of age: "8 years", "miaka saba"."""
    for word in joined(text, frozenset({"year"})).split():
        if found := re.match(r"(\d{1,2})year\b", word):
            yield int(found[1])


@cache
def forms() -> frozenset[str]:
    """Every way in which a unit is written."""
    return frozenset(_known())


@cache
def _thousands() -> re.Pattern[str]:
    """ "20k mAh", "lita elfu moja": so many thousands of a measure."""
    units, few = "|".join(sorted(_known(), key=len, reverse=True)), "|".join(number_words())
    in_figures = rf"(?<![\w.,])(?P<k>\d{{1,3}})k(?= (?:{units})\b|mah\b)"
    return re.compile(rf"{in_figures}|(?<!\w)(?P<unit>{units}) elfu (?P<word>{few})\b")


def _in_figures(found: re.Match[str]) -> str:
    if found["k"]:
        return f"{found['k']}000"
    return f"{found['unit']} {number_words()[found['word']] * 1000}"


def _joined(found: re.Match[str], units: frozenset[str]) -> str:
    unit, number = _known()[found["unit"]], found["number"]
    if unit not in units:
        return found[0]
    words = [word for word in number.split() if word in number_words()]
    value = sum(number_words()[word] for word in words) if words else number
    return f"{value}{unit}".replace(".", "p").replace(",", "")


@cache
def _known() -> Mapping[str, str]:
    return {form: unit for unit, forms in SPELLED.items() for form in forms.split()}


@cache
def _forms() -> str:
    return "|".join(sorted(_known(), key=len, reverse=True))


@cache
def _counted() -> str:
    word = rf"\b(?:{'|'.join(number_words())})\b"
    return rf"(?:{_NUMBER}|{word}(?: na {word})?)"


@cache
def _after() -> re.Pattern[str]:
    return re.compile(rf"{_NETWORK}(?P<number>{_counted()})[ -]?(?P<unit>{_forms()})\b")


@cache
def _before() -> re.Pattern[str]:
    """Swahili counts after the noun: "kilo mbili", and data is said so too: "GB 20"."""
    return re.compile(rf"\b(?P<unit>{_forms()}) (?P<number>{_counted()})(?![\w.,]{{0,9}}\d)")
