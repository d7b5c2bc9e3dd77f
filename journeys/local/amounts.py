"""Reads numbers and sums of money out of a sentence: "5k", "5,000/=", "elfu mbili na mia tano", "3 thao"."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from journeys.language.numbers import Tokens, counted, sum_at, table, tokens_of
from journeys.language.units import forms
from journeys.local.wordlists import word_set
from knowledge import lexicon, own_words

_STUCK_CURRENCY = re.compile(r"(?<!\w)(ksh|kshs|kes|shs|sh|usd)[.:]?(?=\d)")
_CURRENCY_SIGN = re.compile(r" ?(?:/=|/-|=/|-/)")
# So many digits in a row are a phone number.
_PHONE_DIGITS = 9

# Shorter ones are grammar.
_SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as it was said, and whether it was said as money or as a measure."""

    value: Decimal
    said: str
    is_money: bool = False
    is_measure: bool = False
    scale: int = 1


def _bare(tokens: Tokens, at: int) -> tuple[Decimal, int] | None:
    """Read digits, or number words after "size"; digits that begin a word ("4g", "2xl") are part of it."""
    digits = tokens.digits(at)
    if digits is None:
        names = next((names for names in ("sw", "en") if tokens.text(at) in table("units", names)), None)
        is_size = tokens.text(at - 1) in word_set("wants", "unit", "size_marks")
        return counted(tokens, at, names) if names and is_size else None
    known = word_set("wants", "unit", "measures") | word_set("wants", "unit", "currency")
    if tokens.is_glued(at) or (tokens.is_glued(at + 1) and tokens.text(at + 1) not in known):
        return None
    return (digits, at + 1) if len(tokens.text(at)) < _PHONE_DIGITS else None


def _read(tokens: Tokens, at: int, said: str) -> tuple[Amount, int] | None:
    currency = word_set("wants", "unit", "currency")
    start = at + 1 if tokens.text(at) in currency else at
    summed = sum_at(tokens, start)
    bare = None if summed else _bare(tokens, start)
    if not summed and not bare:
        return None
    value, end = (summed or bare or (Decimal(0), at))[:2]
    is_signed = bool(_CURRENCY_SIGN.match(said, tokens[end - 1].end))
    is_named = tokens.text(end) in currency
    # "20k mAh" is no sum of money.
    is_measured = tokens.text(end) in forms() - currency or _is_counted_here(tokens.text(end))
    amount = Amount(
        value=value,
        said=format(value.normalize(), "f"),
        is_money=(bool(summed) and not is_measured) or start > at or is_signed or is_named,
        is_measure=is_measured or tokens.text(end) in word_set("wants", "unit", "measures"),
        scale=summed.scale if summed else 1,
    )
    return amount, end + 1 if is_named else end


def _is_counted_here(word: str) -> bool:
    """Whether the shop counts its goods by it: exercise books by their pages; 500 before shoes is what they cost."""
    is_word = word.isalpha() and len(word) >= _SHORTEST and not lexicon.is_stop_word(word)
    return is_word and lexicon.is_written_here(word) and not lexicon.concept(word)


def mark_amounts(said: str) -> tuple[str, list[Amount]]:
    """Return the folded sentence with an N for every number, and the numbers in their order."""
    said = _STUCK_CURRENCY.sub(r"\1 ", said)
    found = _found_in(said)
    return _replaced(said, found, "N"), [amount for amount, _, _ in found]


def without_sums_in_words(said: str) -> str:
    """The folded sentence without sums of money that are said in words: "ya mia tano" counts no five pieces."""
    sums = [each for each in _found_in(said) if each[0].is_money and each[0].scale > 1 and not _has_digits(said, each)]
    return _replaced(said, sums, " ")


@own_words.remembered(2_000)
def _found_in(said: str) -> tuple[tuple[Amount, int, int], ...]:
    """Each number, with where it begins and ends, its currency included."""
    tokens, at = tokens_of(said), 0
    numbers = []
    while at < len(tokens):
        found = _read(tokens, at, said)
        if found is None:
            at += 1
            continue
        amount, after = found
        end = tokens[after - 1].end
        sign = _CURRENCY_SIGN.match(said, end)
        numbers.append((amount, tokens[at].start, sign.end() if sign else end))
        at = after
    return tuple(numbers)


def _has_digits(said: str, found: tuple[Amount, int, int]) -> bool:
    return any(sign.isdigit() for sign in said[found[1] : found[2]])


def _replaced(said: str, found: Iterable[tuple[Amount, int, int]], by: str) -> str:
    kept, copied = "", 0
    for _, start, end in found:
        kept, copied = kept + said[copied:start] + by, end
    return kept + said[copied:]
