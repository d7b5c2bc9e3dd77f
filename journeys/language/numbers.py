"""Reads numbers in words: "elfu mbili na mia tano", "five thousand two hundred", "thao tatu", "jirongo", "5k".

Whoever reads a customer and whoever checks what we send reads by this page, so that neither sees money which the
other does not.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple

from journeys.language.registry import codes, languages

MEASURES: Final = (
    "gb|mb|tb|kg|kgs|kilo|kilos|g|gram|grams|l|ltr|litres?|liters?|lita|ml|cl|inch|inches|inchi|cm|mm|m|metres?|"
    "meters?|ft|feet|w|watts?|wati|kw|kva|kv|v|volts|mah|hz|ghz|mhz|mp|mbps|gbps|kbps|months?|miezi|mwezi|days?|siku|"
    "weeks?|wiki|years?|miaka|mwaka|yrs|nights?|usiku|people|watu|persons?|adults|seaters?|burners?|pieces?|pcs|pairs?|"
    "jozi|dozen|packs?|sets?|doors?|ply|hours?|hrs?|saa|minutes?|min|dakika|am|pm|items?|percent|stars?|bedrooms?|gen|"
    "series"
)
_TOKEN = re.compile(
    r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)"
    rf"|\d{{1,3}}(?: \d{{3}})+(?![^\W_])(?! (?:{MEASURES})(?!\w))"
    r"|\d+(?:\.\d+)?|(?:kes|ksh|kshs|sh|shs|tsh|tshs|tzs|ush|ushs|ugx|usd)(?=\d)|[^\W\d_][^\W_]*"
)
_OF_WHICH: Final = frozenset({"ya", "za", "la", "cha", "vya"})
_LONE_SCALES: Final = frozenset({"thousand", "hundred"})
# No sum here is larger; it ends "thousand thousand thousand".
_LARGEST: Final = 10**9
# Tens take a unit behind them, units take none.
_TEN: Final = 10
# Tens may follow hundreds without an "and".
_HUNDRED: Final = 100


class Token(NamedTuple):
    """A word or a number, and where it stands."""

    text: str
    start: int
    end: int

    @property
    def digits(self) -> Decimal | None:
        return Decimal(self.text.replace(",", "").replace(" ", "")) if self.text[:1].isdecimal() else None


class Tokens(list[Token]):
    """Tokens that answer with an empty one beyond their end."""

    def text(self, at: int) -> str:
        return self[at].text if 0 <= at < len(self) else ""

    def digits(self, at: int) -> Decimal | None:
        return self[at].digits if 0 <= at < len(self) else None

    def is_glued(self, at: int) -> bool:
        return 0 < at < len(self) and self[at - 1].end == self[at].start


class Sum(NamedTuple):
    """What was read, the token after it, and its largest scale: 1,000 for "five thousand"."""

    value: Decimal
    end: int
    scale: int


def tokens_of(text: str) -> Tokens:
    """The words and numbers of a text in lower case."""
    return Tokens(Token(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text))


@cache
def table(name: str, code: str = "") -> Mapping[str, int]:
    """The words of one list with their values, in one language or in all."""
    if not code:
        return {word: value for each in codes() for word, value in table(name, each).items()}
    pairs = languages()[code].numbers.get(name, "").split()
    return {word: int(value) for word, value in (pair.split("=") for pair in pairs)}


def units() -> Mapping[str, int]:
    """Every word for a number below one hundred."""
    return table("units")


@cache
def _word_set(name: str) -> frozenset[str]:
    return frozenset(word for one in languages().values() for word in one.numbers.get(name, "").split())


@cache
def words() -> frozenset[str]:
    """Every word that may begin a number."""
    lists = map(table, ("units", "after", "before", "before_counted", "alone", "after_a_price_word"))
    return frozenset(word for each in lists for word in each)


def small(tokens: Tokens, at: int, language: str) -> tuple[int, int] | None:
    """ "forty two", "arobaini na mbili": a value below one hundred, and where it ends."""
    known = table("units", language)
    first = known.get(tokens.text(at))
    if first is None:
        return None
    follower = at + 2 if tokens.text(at + 1) == "na" and language == "sw" else at + 1
    unit = known.get(tokens.text(follower), 0)
    if first % _TEN == 0 and (first > _TEN or (language == "sw" and first)):
        return (first + unit, follower + 1) if 0 < unit < _TEN else (first, at + 1)
    return first, at + 1


def counted(tokens: Tokens, at: int, language: str) -> tuple[Decimal, int] | None:
    """A number in digits or in words."""
    digits = tokens.digits(at)
    if digits is not None:
        return digits, at + 1
    found = small(tokens, at, language)
    return (Decimal(found[0]), found[1]) if found else None


def sum_at(tokens: Tokens, at: int) -> Sum | None:
    """The sum that begins here; a number without a scale is none."""
    if alone := _alone(tokens, at):
        return alone
    found = _scale_last(tokens, at) or _scale_first(tokens, at)
    is_bare = found is not None and found.end == at + 1 and tokens.text(at) in table("before")
    return None if is_bare and not _stands_for_a_sum(tokens, at) else found


def _stands_for_a_sum(tokens: Tokens, at: int) -> bool:
    """Whether a scale without a number is one of it: "bei ni soo", "za thao"; not "soo nice", nor Mia's name."""
    cues = _word_set("price_words") | _OF_WHICH
    return len(tokens) == 1 or tokens.text(at - 1) in cues or tokens.text(at + 1) in ("tu", "bob", "only")


def _alone(tokens: Tokens, at: int) -> Sum | None:
    word = tokens.text(at)
    value = table("alone").get(word)
    has_cue = tokens.text(at - 1) in _word_set("price_words")
    if value is None and has_cue and table("before_counted").get(word) and _small_sw(tokens, at + 1):
        return None
    if value is None and has_cue:
        value = table("after_a_price_word").get(word)
    return Sum(Decimal(value), at + 1, 100) if value else None


def _small_sw(tokens: Tokens, at: int) -> bool:
    return counted(tokens, at, "sw") is not None


def _scale_first(tokens: Tokens, at: int, below: int = _LARGEST) -> Sum | None:
    """ "elfu mbili na mia tano", "thao tatu", "laki moja na nusu", "soo tisa finje"."""
    word = tokens.text(at)
    scale = table("before").get(word)
    needs_count = scale is None
    scale = scale or table("before_counted").get(word)
    found = counted(tokens, at + 1, "sw")
    if scale is None or scale >= below or (needs_count and found is None):
        return None
    count, end = found or (Decimal(1), at + 1)
    if count >= 1000:
        count, end = Decimal(1), at + 1
    total = count * scale
    follower = end + 1 if tokens.text(end) in ("na", "and") else end
    if tokens.text(follower) in _word_set("half") and follower > end:
        return Sum(total + scale // 2, follower + 1, scale)
    if rest := _scale_first(tokens, follower, below=scale):
        return Sum(total + rest.value, rest.end, scale)
    return _with_tail(tokens, total, end, follower, scale)


def _with_tail(tokens: Tokens, total: Decimal, end: int, follower: int, scale: int) -> Sum:
    """What is left below the last scale: "mia saba na hamsini", "mia mbili hamsini", "elfu mbili na 50"."""
    coin = table("alone").get(tokens.text(follower))
    if coin and coin < scale:
        return Sum(total + coin, follower + 1, scale)
    if follower == end:
        tens = small(tokens, end, "sw") if scale == _HUNDRED else None
        is_more = tens is not None and tens[0] >= _TEN and tokens.text(tens[1]) not in table("after")
        return Sum(total + tens[0], tens[1], scale) if tens and is_more else Sum(total, end, scale)
    tail = counted(tokens, follower, "sw")
    is_below = tail is not None and (tail[0] >= _TEN or scale == _HUNDRED) and tail[0] < scale
    if tail and is_below and tokens.text(tail[1]) not in table("after"):
        return Sum(total + tail[0], tail[1], scale)
    return Sum(total, end, scale)


def _scale_last(tokens: Tokens, at: int, below: int = _LARGEST) -> Sum | None:
    """ "five thousand two hundred", "two and a half grand", "3 thao", "5.5k", "tano elfu"."""
    first = _counted_before_scale(tokens, at)
    scale = table("after").get(tokens.text(first[1])) if first else None
    if first is None or scale is None or scale >= below:
        return None
    total, end = first[0] * scale, first[1] + 1
    if tokens.text(end) in table("after") and scale < table("after")[tokens.text(end)]:
        scale = table("after")[tokens.text(end)]  # two hundred thousand
        total, end = total * scale, end + 1
    follower = end + 1 if tokens.text(end) in ("and", "na") else end
    rest = _scale_last(tokens, follower, below=scale) or _scale_first(tokens, follower, below=scale)
    if rest:
        return Sum(total + rest.value, rest.end, scale)
    tail = small(tokens, follower, "en") if tokens.text(end) == "and" else None
    if tail and tokens.text(tail[1]) not in table("after"):
        return Sum(total + tail[0], tail[1], scale)
    return Sum(total, end, scale)


def _counted_before_scale(tokens: Tokens, at: int) -> tuple[Decimal, int] | None:
    if tokens.text(at) in _LONE_SCALES:
        return Decimal(1), at
    if tokens.text(at) == "half" and tokens.text(at + 1) == "a":
        return Decimal("0.5"), at + 2
    found = counted(tokens, at, "en") or _swahili_before_scale(tokens, at)
    if found and [tokens.text(found[1] + step) for step in range(3)] == ["and", "a", "half"]:
        return found[0] + Decimal("0.5"), found[1] + 3
    return found


def _swahili_before_scale(tokens: Tokens, at: int) -> tuple[Decimal, int] | None:
    """ "tano elfu" is five thousand; "tano elfu mbili" is five, and two thousand."""
    found = counted(tokens, at, "sw")
    is_followed = found is not None and counted(tokens, found[1] + 1, "sw") is not None
    return None if is_followed else found


class Spoken(NamedTuple):
    """A number that words stand in: its place in the text, its value, and whether it names a scale."""

    start: int
    end: int
    value: Decimal
    has_scale: bool


def spoken(text: str) -> Iterator[Spoken]:
    """Every number in words, each as long as it goes; digits alone are none."""
    known, at = words(), 0
    said = _TOKEN.findall(text)
    if known.isdisjoint(said) and "half" not in said:
        return  # most texts have none: nothing is made of them
    tokens = tokens_of(text)
    while at < len(tokens):
        text = tokens[at].text
        if text not in known and text != "half" and not text[0].isdecimal():
            at += 1
            continue
        found = sum_at(tokens, at)
        if found is None and tokens.text(at) in known:
            below = next(filter(None, (small(tokens, at, code) for code in codes())), None)
            found = Sum(Decimal(below[0]), below[1], 1) if below else None
        if found is None:
            at += 1
            continue
        yield Spoken(tokens[at].start, tokens[found.end - 1].end, found.value, found.scale > 1)
        at = found.end
