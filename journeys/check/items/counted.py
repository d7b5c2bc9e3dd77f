"""The small whole numbers of a sentence: how many of something there are, and of what."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import Final

from journeys.check.reading.words import CURRENCIES
from journeys.language import numbers

# A factor up to twenty may be a quantity; a larger one makes any sum true.
MOST: Final = 20
# A price a week from a price a day.
DAYS_A_WEEK: Final = Decimal(7)
_WEEK: Final = re.compile(r"\b(?:(?:for|in) (?:a|one|the)|whole|full) week\b|\bwiki (?:moja|nzima)\b")
_OF_BOTH: Final = re.compile(
    r"\b(?:for|of) (?:you )?both\b|\bboth ways\b|\bthere and back\b"
    r"|\btwice\b|\bkwenda na kurudi\b|\b(?:nyote|wote|zote) (?:wa|m)?wili\b|\bkwa wawili\b"
)
_ONE_MORE: Final = re.compile(r"\b(?:and|plus|with|na) an? ([a-z]{3,12})\b")
_MARKS: Final = frozenset("%:/=")
# "Watu wawili", "mtoto mmoja": a number agrees with what it counts.
_OF_PEOPLE: Final = re.compile(r"\b(?:wa|m|mi)(wili|tatu|nne|tano|nane|moja)\b")
_PLAIN: Final = {"wili": "mbili"}


@lru_cache(maxsize=500)
def counted(plain: str) -> tuple[tuple[Decimal, str], ...]:
    """The small whole numbers of a sentence, each with the words beside it: what it counts stands before or after."""
    # A week is seven of what is paid by the night or by the day.
    found: list[tuple[Decimal, str]] = [(DAYS_A_WEEK, "") for _ in _WEEK.finditer(plain)]
    found += [(Decimal(2), "") for _ in _OF_BOTH.finditer(plain)]
    found += [(Decimal(1), match[1]) for match in _ONE_MORE.finditer(plain)]
    plain = _OF_PEOPLE.sub(lambda match: _PLAIN.get(match[1], match[1]), plain)
    tokens = numbers.tokens_of(plain)
    spoken = {each.start: each.value for each in numbers.spoken(plain) if not each.has_scale}
    for at, token in enumerate(tokens):
        value = token.digits if token.digits is not None else spoken.get(token.start)
        beside = {tokens.text(at - 1), tokens.text(at + 1)}
        is_price = beside & CURRENCIES.keys() or plain[token.end : token.end + 1] in _MARKS
        if value is not None and not is_price and 0 < value <= MOST and value == value.to_integral():
            found += [(value, tokens.text(at + 1)), (value, tokens.text(at - 1))]
    return tuple(found)
