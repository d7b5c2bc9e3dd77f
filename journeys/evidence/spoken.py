"""Amounts in words: "five thousand", "elfu tano na mia tano", "5 thousand", "elfu 5", "ngiri mbili"."""

import re
from collections.abc import Iterator
from decimal import Decimal

ENGLISH = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
} | {
    word: value
    for value, word in zip(
        range(20, 100, 10), "twenty thirty forty fifty sixty seventy eighty ninety".split(), strict=True
    )
}
SWAHILI = {
    "moja": 1,
    "mbili": 2,
    "tatu": 3,
    "nne": 4,
    "tano": 5,
    "sita": 6,
    "saba": 7,
    "nane": 8,
    "tisa": 9,
    "kumi": 10,
    "ishirini": 20,
    "thelathini": 30,
    "arobaini": 40,
    "hamsini": 50,
    "sitini": 60,
    "sabini": 70,
    "themanini": 80,
    "tisini": 90,
    "nusu": Decimal("0.5"),
}
ENGLISH_SCALES = {"hundred": 100, "thousand": 1_000, "grand": 1_000, "lakh": 100_000, "million": 1_000_000}
SWAHILI_SCALES = {
    "mia": 100,
    "soo": 100,
    "elfu": 1_000,
    "alfu": 1_000,
    "ngiri": 1_000,
    "thao": 1_000,
    "laki": 100_000,
    "milioni": 1_000_000,
}
UNITS: dict[str, Decimal] = {word: Decimal(value) for word, value in (ENGLISH | SWAHILI).items()}
SCALES = ENGLISH_SCALES | SWAHILI_SCALES
LINKS = frozenset({"and", "na", "a"})
DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_WORD = "|".join(sorted(UNITS | SCALES, key=len, reverse=True))
PHRASE = re.compile(
    rf"(?<![\w.,])(?:(?:{DIGITS})[ -]?)?(?:\b(?:{_WORD})\b)(?:[ -]+(?:(?:and|na)[ ]+)?(?:\b(?:{_WORD})\b|(?:{DIGITS})\b))*",
    re.IGNORECASE,
)
TOKEN = re.compile(rf"{DIGITS}|[a-z]+", re.IGNORECASE)


def amounts(text: str) -> Iterator[tuple[re.Match[str], Decimal, bool]]:
    """Each phrase of number words, its value, and whether it names a scale (a bare "two" is no fact)."""
    for match in PHRASE.finditer(text):
        tokens = [token.casefold() for token in TOKEN.findall(match.group())]
        counted = [token for token in tokens if token not in LINKS]
        has_scale = any(token in SCALES for token in counted) and len(counted) > 1
        value = _swahili(counted) if any(token in SWAHILI_SCALES for token in counted) else _english(counted)
        yield match, value, has_scale


def _english(tokens: list[str]) -> Decimal:
    total = group = Decimal(0)
    for token in tokens:
        scale = ENGLISH_SCALES.get(token)
        if scale is None:
            group += _unit(token)
        elif scale == ENGLISH_SCALES["hundred"]:
            group = (group or Decimal(1)) * scale
        else:
            total, group = total + (group or Decimal(1)) * scale, Decimal(0)
    return total + group


def _swahili(tokens: list[str]) -> Decimal:
    """The scale stands first: elfu tano is 5,000; "tano elfu" is understood as well."""
    total = group = Decimal(0)
    scale = 1
    for token in tokens:
        if token in SCALES:
            total, group, scale = total + _scaled(group, scale), Decimal(0), SCALES[token]
        else:
            group += _unit(token)
    return total + _scaled(group, scale)


def _scaled(group: Decimal, scale: int) -> Decimal:
    return group if scale == 1 else (group or Decimal(1)) * scale


def _unit(token: str) -> Decimal:
    return UNITS[token] if token in UNITS else Decimal(token.replace(",", ""))
