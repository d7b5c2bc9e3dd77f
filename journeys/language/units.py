"""Measures as people write them, each as one word: "7 litre", "lita saba" and "7L" are `7l`, "GB 20" is `20gb`.

A part of one is told in the smaller unit that the thing comes in: "nusu kilo" and "1/2 kg" are `500g`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
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
PARTS: Final[Mapping[str, str]] = {"half": "0.5", "nusu": "0.5", "quarter": "0.25", "robo": "0.25"}
_SMALLER: Final[Mapping[str, tuple[str, int]]] = {"kg": ("g", 1000), "l": ("ml", 1000), "hour": ("min", 60)}
"""How many of the smaller unit one of the larger is."""
_LARGER: Final = {small: (large, factor) for large, (small, factor) in _SMALLER.items()}
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
    for pattern in _parts():
        said = pattern.sub(lambda found: _with_part(found, units), said)
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


def _with_part(found: re.Match[str], units: frozenset[str]) -> str:
    """A number and a part together: "kilo moja na nusu"; "kilo na nusu" is one and a half, "nusu kilo" a half."""
    said = {name: words for name, words in found.groupdict().items() if words}
    if "in" in said:
        value = int(said.get("number", 0)) + Decimal(said["of"]) / Decimal(said["in"])
    else:
        number = said.get("number", "0" if "alone" in found.re.groupindex else "1")
        value = Decimal(number_words().get(number, number)) + Decimal(PARTS[said["part"]])
    return _written(value, _known()[said["unit"]], units) or found[0]


def _written(value: Decimal, unit: str, units: frozenset[str]) -> str | None:
    measure = in_units(value, unit, units)
    return None if measure is None else f"{_plainly(measure[0])}{measure[1]}".replace(".", "p")


def _plainly(value: Decimal) -> str:
    return f"{value.normalize():f}"


def _joined(found: re.Match[str], units: frozenset[str]) -> str:
    number = found["number"]
    words = [word for word in number.split() if word in number_words()]
    is_grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+", number)
    figures = number.replace(",", "" if is_grouped else ".")
    value = Decimal(sum(number_words()[word] for word in words) if words else figures)
    return _written(value, _known()[found["unit"]], units) or found[0]


def in_units(value: Decimal, unit: str, units: frozenset[str]) -> tuple[Decimal, str] | None:
    """The measure in one of these units: in its own, but parts of it in the smaller, and thousands in the larger."""
    small, many = _SMALLER.get(unit, ("", 1))
    if small in units and (unit not in units or value < 1):
        return value * many, small
    large, few = _LARGER.get(unit, ("", 1))
    if large in units and (unit not in units or (value >= few and value % few == 0)):
        return value / few, large
    return (value, unit) if unit in units else None


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
def _parts() -> tuple[re.Pattern[str], ...]:
    number = rf"(?P<number>(?<![\w.,])\d{{1,3}}|\b(?:{'|'.join(number_words())})\b)"
    units, words = rf"(?P<unit>{_forms()})\b", "|".join(PARTS)
    part, and_part = rf"\b(?P<part>{words})", rf" (?:na|and|n) (?:an? )?(?P<part>{words})\b"
    patterns = (
        rf"(?<![\d./])(?:(?P<number>\d{{1,2}}) )?(?P<of>[13])/(?P<in>[24]) ?{units}",  # 1 1/2 kg
        rf"(?<![\d./])(?P<number>\d{{0,2}})(?P<of>[13])\u2044(?P<in>[24]) ?{units}",  # the same in one sign, folded
        rf"{number}{and_part} {units}",  # two and a half kilos
        rf"{number} ?{units}{and_part}",  # 2 kilos and a half
        rf"\b{units} {number}{and_part}",  # kilo mbili na nusu
        rf"{part}(?P<alone>)(?: of)?(?: an?)? {units}",  # half a kilo, nusu kilo
        rf"\b{units}{and_part}",  # kilo na nusu
        rf"\b{units} (?P<part>nusu|robo)(?P<alone>)\b",  # kilo nusu
    )
    return tuple(re.compile(pattern) for pattern in patterns)


@cache
def _after() -> re.Pattern[str]:
    return re.compile(rf"{_NETWORK}(?P<number>{_counted()})[ -]?(?P<unit>{_forms()})\b")


@cache
def _before() -> re.Pattern[str]:
    """Swahili counts after the noun: "kilo mbili", and data is said so too: "GB 20"."""
    return re.compile(rf"\b(?P<unit>{_forms()}) (?P<number>{_counted()})(?![\w.,]{{0,9}}\d)")
