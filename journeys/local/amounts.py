"""Reads numbers and sums of money out of a sentence: "5k", "5,000/=", "elfu mbili na mia tano", "3 thao"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from journeys.local.wordlists import word_set, wordlist

_STUCK_CURRENCY = re.compile(r"(?<!\w)(ksh|kshs|kes|shs|sh|usd)[.:]?(?=\d)")
_CURRENCY_SIGN = re.compile(r" ?(?:/=|/-|=/|-/)")
_PHONE_DIGITS = 9
_ALONE = ("thousand", "hundred")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it was said, and whether it was said as money or as a measure."""

    value: Decimal
    said: str
    is_money: bool = False
    is_measure: bool = False
    scale: int = 1


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int

    @property
    def digits(self) -> Decimal | None:
        return Decimal(re.sub("[, ]", "", self.text)) if self.text[:1].isdecimal() else None


class _Tokens(list[_Token]):
    """Tokens that answer with an empty one beyond their end."""

    def text(self, at: int) -> str:
        return self[at].text if 0 <= at < len(self) else ""

    def digits(self, at: int) -> Decimal | None:
        return self[at].digits if 0 <= at < len(self) else None

    def is_glued(self, at: int) -> bool:
        return 0 < at < len(self) and self[at - 1].end == self[at].start


@cache
def _table(name: str) -> Mapping[str, int]:
    pairs = (entry.split("=") for entry in wordlist("wants")["numbers"][name].split())
    return {word: int(value) for word, value in pairs}


@cache
def _token_pattern() -> re.Pattern[str]:
    measures = "|".join(word_set("wants", "unit", "measures"))
    spaced = rf"\d{{1,3}}(?: \d{{3}})+(?![^\W_])(?! (?:{measures})(?!\w))"
    return re.compile(rf"\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?(?!\d)|{spaced}|\d+(?:\.\d+)?|[^\W\d_][^\W_]*")


def _small(tokens: _Tokens, at: int, names: str) -> tuple[int, int] | None:
    """Read "forty two" or "arobaini na mbili": a value below one hundred, and where it ends."""
    table = _table(names)
    first = table.get(tokens.text(at))
    if first is None:
        return None
    follower = at + 2 if tokens.text(at + 1) == "na" and names == "sw" else at + 1
    unit = table.get(tokens.text(follower), 0)
    if first % 10 == 0 and (first > 10 or names == "sw"):
        return (first + unit, follower + 1) if 0 < unit < 10 else (first, at + 1)
    return first, at + 1


def _counted(tokens: _Tokens, at: int, names: str) -> tuple[Decimal, int] | None:
    digits = tokens.digits(at)
    if digits is not None:
        return digits, at + 1
    small = _small(tokens, at, names)
    return (Decimal(small[0]), small[1]) if small else None


def _swahili(tokens: _Tokens, at: int, below: int = 10**9) -> tuple[Decimal, int, int] | None:
    """Read a sum whose unit comes first: "elfu mbili na mia tano", "thao tatu", "laki moja na nusu"."""
    scale = _table("sw_scale").get(tokens.text(at))
    if scale is None or scale >= below:
        return None
    count, end = _counted(tokens, at + 1, "sw") or (Decimal(1), at + 1)
    if count >= 1000:
        count, end = Decimal(1), at + 1
    total = count * scale
    follower = end + 1 if tokens.text(end) == "na" else end
    if tokens.text(follower) == "nusu":
        return total + scale // 2, follower + 1, scale
    if rest := _swahili(tokens, follower, below=scale):
        return total + rest[0], rest[1], scale
    tail = tokens.digits(follower)
    if follower > end and tail is not None and 10 <= tail < scale:
        return total + tail, follower + 1, scale
    return total, end, scale


def _english(tokens: _Tokens, at: int, below: int = 10**9) -> tuple[Decimal, int, int] | None:
    """Read a sum whose unit comes last: "five thousand two hundred", "3 thao", "5.5k"."""
    alone = (Decimal(1), at) if tokens.text(at) in _ALONE else None
    counted = _counted(tokens, at, "en") or alone
    scale = _table("en_scale").get(tokens.text(counted[1])) if counted else None
    if counted is None or scale is None or scale >= below:
        return None
    total, end = counted[0] * scale, counted[1] + 1
    follower = end + 1 if tokens.text(end) in ("and", "na") else end
    rest = _english(tokens, follower, below=scale) or _swahili(tokens, follower, below=scale)
    if rest:
        return total + rest[0], rest[1], scale
    tail = _small(tokens, follower, "en") if tokens.text(end) == "and" else None
    if tail and tokens.text(tail[1]) not in _table("en_scale"):
        return total + tail[0], tail[1], scale
    return total, end, scale


def _sum(tokens: _Tokens, at: int) -> tuple[Decimal, int, int] | None:
    if alone := _table("alone").get(tokens.text(at)):
        return Decimal(alone), at + 1, 100
    return _english(tokens, at) or _swahili(tokens, at)


def _bare(tokens: _Tokens, at: int) -> tuple[Decimal, int] | None:
    """Read digits, or number words after "size"; digits that begin a word ("4g", "2xl") are part of it."""
    digits = tokens.digits(at)
    if digits is None:
        names = next((names for names in ("sw", "en") if tokens.text(at) in _table(names)), None)
        is_size = tokens.text(at - 1) in word_set("wants", "unit", "size_marks")
        return _counted(tokens, at, names) if names and is_size else None
    known = word_set("wants", "unit", "measures") | word_set("wants", "unit", "currency")
    if tokens.is_glued(at) or (tokens.is_glued(at + 1) and tokens.text(at + 1) not in known):
        return None
    return (digits, at + 1) if len(tokens.text(at)) < _PHONE_DIGITS else None


def _read(tokens: _Tokens, at: int, said: str) -> tuple[Amount, int] | None:
    currency = word_set("wants", "unit", "currency")
    start = at + 1 if tokens.text(at) in currency else at
    summed = _sum(tokens, start)
    bare = None if summed else _bare(tokens, start)
    if not summed and not bare:
        return None
    value, end = (summed or bare or (Decimal(0), at))[:2]
    is_signed = bool(_CURRENCY_SIGN.match(said, tokens[end - 1].end))
    is_named = tokens.text(end) in currency
    amount = Amount(
        value=value,
        said=format(value.normalize(), "f"),
        is_money=bool(summed) or start > at or is_signed or is_named,
        is_measure=tokens.text(end) in word_set("wants", "unit", "measures"),
        scale=summed[2] if summed else 1,
    )
    return amount, end + 1 if is_named else end


def mark_amounts(said: str) -> tuple[str, list[Amount]]:
    """Return the folded sentence with an N for every number, and the numbers in their order."""
    said = _STUCK_CURRENCY.sub(r"\1 ", said)
    tokens = _Tokens(_Token(m.group(), m.start(), m.end()) for m in _token_pattern().finditer(said))
    kept, amounts, copied, at = "", list[Amount](), 0, 0
    while at < len(tokens):
        found = _read(tokens, at, said)
        if found is None:
            at += 1
            continue
        amount, after = found
        end = tokens[after - 1].end
        sign = _CURRENCY_SIGN.match(said, end)
        kept += said[copied : tokens[at].start] + "N"
        amounts.append(amount)
        copied, at = sign.end() if sign else end, after
    return kept + said[copied:], amounts
