"""Amounts in words: "five thousand", "elfu tano na mia tano", "5 thousand", "elfu 5", "ngiri mbili"."""

import re
from collections.abc import Iterator
from decimal import Decimal

from journeys.evidence.words import SCALES, SCALES_BEFORE, UNITS, either

TEN = Decimal(10)
HALF = Decimal("0.5")
LINKS = frozenset({"and", "na"})
DIGITS = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
_WORD = rf"(?:{either(SCALES_BEFORE)}[ ]{DIGITS}\b|{either(UNITS | SCALES)}\b)"
PHRASE = re.compile(
    rf"(?<!\w)(?<!\d[.,])(?:{DIGITS}[ -]?(?={either(SCALES)}\b))?{_WORD}(?:[ -]+(?:(?:and|na)[ ]+)?{_WORD})*",
    re.IGNORECASE,
)
TOKEN = re.compile(rf"{DIGITS}|[a-z]+", re.IGNORECASE)


def amounts(text: str) -> Iterator[tuple[re.Match[str], Decimal, bool]]:
    """Each phrase of number words, its value, and whether it names a scale (a bare "two" is no fact)."""
    for match in PHRASE.finditer(text):
        tokens = [token.casefold() for token in TOKEN.findall(match.group())]
        counted = [token for token in tokens if token not in LINKS]
        has_scale = any(token in SCALES for token in counted) and len(counted) > 1
        yield match, _value(counted), has_scale


def _value(tokens: list[str]) -> Decimal:
    places = [place for place, token in enumerate(tokens) if token in SCALES_BEFORE]
    is_scale_first = bool(places) and (places[0] == 0 or places[0] + 1 < len(tokens))
    return _scale_first(tokens[places[0] :]) if is_scale_first else _multiplied(tokens)


def _multiplied(tokens: list[str]) -> Decimal:
    """The number stands before its scale: five thousand two hundred, 5 thousand, tano elfu."""
    total = group = Decimal(0)
    for token in tokens:
        scale = SCALES.get(token)
        if scale is None:
            group += _unit(token)
        elif scale == SCALES["hundred"]:
            group = (group or Decimal(1)) * scale
        else:
            total, group = total + (group or Decimal(1)) * scale, Decimal(0)
    return total + group


def _scale_first(tokens: list[str]) -> Decimal:
    """The scale stands before its number: elfu tano, elfu kumi na mbili na mia tano, laki moja na nusu."""
    starts = [place for place, token in enumerate(tokens) if token in SCALES]
    ends = [*starts[1:], len(tokens)]
    parts = (tokens[start:end] for start, end in zip(starts, ends, strict=True))
    return sum((_part(SCALES[part[0]], [_unit(token) for token in part[1:]]) for part in parts), Decimal(0))


def _part(scale: int, units: list[Decimal]) -> Decimal:
    if not units:
        return Decimal(scale)
    first, rest = units[0], units[1:]
    if first >= TEN and rest and HALF < rest[0] < TEN:
        first, rest = first + rest[0], rest[1:]
    return first * scale + sum((unit * scale if unit == HALF else unit for unit in rest), Decimal(0))


def _unit(token: str) -> Decimal:
    return UNITS[token] if token in UNITS else Decimal(token.replace(",", ""))
