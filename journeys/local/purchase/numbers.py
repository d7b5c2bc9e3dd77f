"""Numbers of pieces in a message, as far as they are whole: digits and number words, with their places."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from journeys.language.numbers import units
from journeys.local.wordlists import plain, tokens, word_set
from knowledge import lexicon

_GROUPED = re.compile(r"(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)")
_BROKEN = re.compile(r"(?<![\w.,])-\s?\d|\d\s?[.,/]\s?\d")
_TIMES = re.compile(r"(?<![^\W\d])x ?(\d+)\b|\b(\d+) ?x(?!\w)", re.IGNORECASE)
# Five by six feet: "5x6", "5 by 6", "futi tano kwa sita".
_SIDE: Final = rf"(\d{{1,3}}|{'|'.join(units())})"
SIDES: Final = re.compile(
    rf"(?<![\w.,])(?:(?:futi|feet|ft) )?{_SIDE} ?(?:x|by|kwa|\*|\u00d7) ?{_SIDE}(?![\d.,]\d|\w)"
    r"(?: ?(?:futi|feet|ft)\b)?",
    re.IGNORECASE,
)
# Tens take a unit behind them, units take none.
TEN: Final = 10
# Numbers that follow the class of their noun: watu wawili, vikombe vitatu, mablanketi manne.
NOUN_CLASSES: Final = ("wa", "vi", "ma", "mi")
AGREEING: Final[Mapping[str, int]] = {"wili": 2, "tatu": 3, "nne": 4, "tano": 5}


def sides(text: str) -> str:
    """The text with two sides as they are written: 5x6."""
    return SIDES.sub(lambda found: "x".join(str(units().get(each.casefold(), each)) for each in found.groups()), text)


def whole(text: str) -> str:
    """The text with "1,000" as 1000 and "x2" as 2."""
    text = _GROUPED.sub(lambda match: match.group().replace(",", ""), text)
    return _TIMES.sub(lambda match: f" {match[1] or match[2]} ", text)


def is_broken(text: str) -> bool:
    """Whether a number in it is negative or has a part: nobody can be sold those."""
    return bool(_BROKEN.search(_GROUPED.sub("", text)))


def without_those_of(title: str, text: str) -> str:
    """The text in which a title says no number: one "two speed blender", two of "Bale of Fifty, two of it"."""
    named = tokens(title)
    own = [word for word in named if word in units()]
    if not own:
        return text
    said = plain(text)
    if set(named) <= set(tokens(text)):
        return re.sub(rf"\b(?:{'|'.join(own)})\b", " ", said, count=len(own))
    of_it = [rf"{word}(?=\W{{1,2}}{re.escape(after)}\b)" for word, after in pairwise(named) if word in own]
    return re.sub(rf"\b(?:{'|'.join(of_it)})", " ", said) if of_it else text


@cache
def words() -> Mapping[str, int]:
    agreeing = {f"{prefix}{root}": value for prefix in NOUN_CLASSES for root, value in AGREEING.items()}
    return {**units(), **agreeing, "mmoja": 1, "kimoja": 1, "dozen": 12, "dazeni": 12}


def at(said: Sequence[str], place: int) -> tuple[int, int] | None:
    """The number that begins here, and how many words it takes: "kumi na mbili" is 12."""
    word = said[place]
    if word.isdecimal():
        return int(word), 1
    value = words().get(word)
    if value is None or (word == "one" and not _counts(said, place)):
        return None
    follower = place + 2 if said[place + 1 : place + 2] == ["na"] else place + 1
    unit = words().get(said[follower], 0) if follower < len(said) else 0
    if value % TEN == 0 and 0 < unit < TEN:
        return value + unit, follower + 1 - place
    return value, 1


def _counts(said: Sequence[str], place: int) -> bool:
    """Whether "one" is a number here, and not "this one", "the red one"."""
    before = said[place - 1] if place else ""
    meaning = lexicon.concept(before) if before else None
    is_of_a_kind = meaning is not None and lexicon.kind(meaning) == "colour"
    return not is_of_a_kind and before not in word_set("purchase", "filler", "pointing")
