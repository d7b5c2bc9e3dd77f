"""Reads how much of a thing is wanted, in its unit: "3 nights", "usiku mbili", "kilo mbili na nusu"."""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple

from journeys.language.units import ALL, MEASURE, PARTS, joined
from journeys.local.purchase import numbers
from journeys.local.wordlists import word_set
from knowledge import lexicon
from knowledge.text import fold
from tools.catalog.units import MEASURED, NAMES, Unit

SIGNS: Final = {"½": " na nusu ", "¼": " na robo "}
SMALLER: Final = {
    Unit.KILO: ("g|gm|gms|grams?|gramu", 1000),
    Unit.LITRE: ("ml|mls|mililita", 1000),
    Unit.METRE: ("cm|cms|sentimita", 100),
}
COUNTED_AFTER: Final = "usiku|siku|masaa|saa|tiketi|tikiti|masanduku|maboksi|magunia|mifuko"
"""Swahili counts after the noun: of "vyumba viwili usiku tatu" the nights are three."""
PEOPLE: Final = "watu|wasee"
"""Each of them has a ticket; four people stay for no four nights."""
_PART: Final = "|".join(PARTS)
_ROOMS: Final = r"(?:rooms?|vyumba|chumba|cottages?|villas?|suites?)"
# "saa 3 usiku" is nine in the evening, and "saa tatu asubuhi" nine in the morning.
_NO_HOUR: Final = r"(?<!saa )"
_NO_TIME: Final = r"(?! ?(?:am|pm|asubuhi|jioni|mchana|usiku)\b)"


_MONTHS: Final = (
    ("jan|january|januari", 31), ("feb|february|februari", 28), ("mar|march|machi", 31), ("apr|april|aprili", 30),
    ("may|mei", 31), ("jun|june|juni", 30), ("jul|july|julai", 31), ("aug|august|agosti", 31),
    ("sep|sept|september|septemba", 30), ("oct|october|oktoba", 31), ("nov|november|novemba", 30),
    ("dec|december|desemba|disemba", 31),
)  # fmt: skip
"""With their days; whoever stays over the end of a February is asked for how many nights."""
_NUMBER_OF: Final = {name: number for number, (names, _) in enumerate(_MONTHS) for name in names.split("|")}
_MONTH: Final = "|".join(sorted(_NUMBER_OF, key=len, reverse=True))
_DAY: Final = r"(?:3[01]|[12]\d|0?[1-9])"
_FROM_DAY_TO_DAY: Final = re.compile(
    rf"(?:\b(?P<before>{_MONTH}) )?(?<![\d:.,])(?P<first>{_DAY})(?:st|nd|rd|th)?(?: (?:of )?(?P<after>[a-z]{{3,9}}))? ?"
    rf"(?:to|till|until|hadi|mpaka|-) ?(?:[a-z]{{3,9}} ){{0,2}}(?P<last>{_DAY})(?:st|nd|rd|th)?"
    r"(?![\d:.,]\d| ?(?:am|pm|people|guests|adults|nights?|watu))\b"
)
_TELLS_DAYS: Final = re.compile(rf"\b(?:from|kuanzia|kutoka|tarehe|date|{_MONTH})\b")


class Measured(NamedTuple):
    """So much of it, and the words that say something else."""

    quantity: Decimal
    rest: str


def parse_measure(text: str, unit: str) -> Measured | None:
    """The quantity with its unit; of what is sold in parts a bare "1.5" or "mbili na nusu" too."""
    if unit == Unit.PIECE or unit not in NAMES:
        return None
    for sign, words in SIGNS.items():
        text = text.replace(sign, words)
    said = " ".join(fold(text).split())
    for pattern in _patterns(unit):
        if (found := pattern.search(said)) and not _doubt().search(said[: found.start()]):
            rest = f"{said[: found.start()]} {said[found.end() :]}"
            return _of_rooms(_value(found, unit), rest) if unit == Unit.NIGHT else Measured(_value(found, unit), rest)
    days = _FROM_DAY_TO_DAY.search(said) if unit == Unit.NIGHT and _TELLS_DAYS.search(said) else None
    nights = _nights_between(days, said) if days is not None else 0
    if days is None or not nights:
        return None
    # A day counts no rooms: "the ocean view room 18 to 20 December".
    return _of_rooms(Decimal(nights), f"{said[: days.start()]} {said[days.end() :]}")


def _nights_between(found: re.Match[str], said: str) -> int:
    """From one day to a later one: three "from Monday 7 Dec to Thursday 10 Dec"; 0 where the later one is earlier."""
    first, last = int(found["first"]), int(found["last"])
    month = _NUMBER_OF.get(found["before"] or found["after"] or "")
    days = 0 if month is None else _MONTHS[month][1]
    is_into_the_next = last < first <= days and days > 28 and not _is_of_one_month(found, said)
    return days - first + last if is_into_the_next else max(0, last - first)


def _is_of_one_month(found: re.Match[str], said: str) -> bool:
    """Whether the month of the later day is told, and is that of the earlier one: nobody stays "13 to 11 December"."""
    ends = re.match(rf" (?:of )?({_MONTH})\b", said[found.end() :])
    begins = found["before"] or found["after"] or ""
    return ends is not None and next(names for names, _ in _MONTHS if ends[1] in names.split("|")).startswith(
        begins[:3]
    )


def without_measures(query: str) -> str:
    """The query without measures and counted pieces: those are the form of a thing, not the thing.

    A piece in the name of a thing stays: "chupa ya chai" is a flask, and no bottle of tea."""
    pieces = word_set("purchase", "pieces", "words")
    terms = [term for term in lexicon.terms(joined(query, ALL)) if not MEASURE.fullmatch(term)]
    return " ".join(term for term in terms if term not in pieces and not term.isdecimal())


def named(text: str, units: Sequence[str]) -> str:
    """The unit of several things that a message names; else the one that they share, else pieces."""
    said = set(re.findall(r"[^\W\d_]+", fold(text)))
    known = list(dict.fromkeys(units))
    shared = known[0] if len(known) == 1 else Unit.PIECE
    return next((unit for unit in known if said & NAMES.get(unit, frozenset())), shared)


def _of_rooms(nights: Decimal, rest: str) -> Measured:
    """Two rooms for three nights are six nights."""
    rooms = _counted_rooms().search(rest)
    if rooms is None:
        return Measured(nights, rest)
    count = _number(rooms["before"] or rooms["after"])
    return Measured(nights * count, f"{rest[: rooms.start()]} {rest[rooms.end() :]}")


def _value(found: re.Match[str], unit: str) -> Decimal:
    said = {name: words for name, words in found.groupdict().items() if words}
    if "small" in said:
        return _number(said["small"]) / SMALLER[Unit(unit)][1]
    part = sum((Decimal(PARTS[said[name]]) for name in ("part", "part_after") if name in said), Decimal(0))
    if "number" in said:
        return _number(said["number"]) + part
    return part if "alone" in found.re.groupindex else 1 + part


def _number(said: str) -> Decimal:
    if said[0].isdecimal():
        is_grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+", said)
        return Decimal(said.replace(",", "" if is_grouped else "."))
    return Decimal(sum(numbers.words().get(word, 0) for word in said.split()))


@cache
def _numeral() -> str:
    word = f"(?:{'|'.join(sorted(numbers.words(), key=len, reverse=True))})"
    return rf"(?:(?<![\w.,-])\d{{1,6}}(?:[.,]\d{{1,3}})?(?![\d]|[.,]\d)|\b{word}\b(?: (?:na )?{word}\b)?)"


@cache
def _doubt() -> re.Pattern[str]:
    """ "2 or 3 nights" is no number yet."""
    return re.compile(rf"{_numeral()} ?(?:or|au|ama|to|hadi|mpaka|-)(?: maybe| labda)? ?$")


@cache
def _counted_rooms() -> re.Pattern[str]:
    number = _numeral()
    # "Room 12" is one room, by its number.
    return re.compile(rf"(?P<before>{number}) (?:\w+ )?{_ROOMS}\b|\bvyumba (?P<after>{number})")


@cache
def _patterns(unit: str) -> tuple[re.Pattern[str], ...]:
    names = rf"(?:{'|'.join(sorted(NAMES[unit], key=len, reverse=True))})\b"
    number = rf"(?P<number>{_numeral()})"
    if unit not in MEASURED:
        counted_after = COUNTED_AFTER if unit in (Unit.NIGHT, Unit.DAY) else f"{COUNTED_AFTER}|{PEOPLE}"
        return tuple(
            re.compile(pattern)
            for pattern in (
                rf"\b(?:{counted_after})\b {number}{_NO_TIME}",
                rf"{_NO_HOUR}{number}[ -]?{names}",
                rf"\b{names} {number}{_NO_TIME}",
            )
        )
    small = SMALLER[Unit(unit)][0]
    and_part, after = (rf"(?: (?:na|and|n) (?:an? )?(?P<{name}>{_PART})\b)" for name in ("part", "part_after"))
    return tuple(
        re.compile(pattern)
        for pattern in (
            rf"{number}{and_part}?[ -]?{names}{after}?",  # two and a half kilos, 2 kilos and a half
            rf"\b{names} {number}{and_part}?",  # kilo mbili na nusu
            rf"(?P<small>{_numeral()}) ?(?:{small})\b",  # 500g
            rf"\b(?:{small}) (?P<small>{_numeral()})",  # gramu 500
            rf"\b{names}{and_part}",  # kilo na nusu: one and a half
            rf"\b(?P<part>{_PART})(?P<alone>)(?: of)?(?: an?)? ?{names}",  # half a kilo
            rf"\b{names} (?P<part>{_PART})(?P<alone>)\b",  # kilo nusu
            rf"{number}{and_part}",  # mbili na nusu
            r"(?P<number>(?<![\w.,-])\d{1,4}[.,]\d{1,2}(?![\d.,]))",  # 1.5
            rf"\b(?P<part>{_PART})(?P<alone>)\b",  # nusu tu
        )
    )
