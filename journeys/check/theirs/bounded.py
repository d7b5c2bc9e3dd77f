"""Whether what is said of the customer's own figures keeps to the bounds of a rule: "up to 5 minutes, so 20 are long".

A bound is of the same measure as their figure: a time of day, a span, money, or what is counted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

from journeys.check.library.nearest import values_in
from journeys.check.reading.facts import Fact
from journeys.check.theirs.own_span import DAYS
from knowledge.text import fold

Side = Literal["least", "most"]
Says = Literal["holds", "not", "below", "beyond"]
"""What is said of a figure: that it is within, is not, is too little, or is too much."""

_LEAST_BEFORE: Final = re.compile(
    r"\b(?:from|at least|after|above|over|more than|minimum(?: of)?|least|opens?(?: at)?|starts?(?: at)?|kuanzia"
    r"|angalau|zaidi ya|baada ya)(?: (?:the )?(?:ages?(?: of)?|kes|ksh|saa|miaka|umri wa|herufi))?\W*$",
    re.IGNORECASE,
)
_LEAST_AFTER: Final = re.compile(
    r"\A ?(?:\+|(?:[a-z]{3,9} )?(?:and|or|na|au|ama) (?:more|above|over|older|up|later|zaidi)\b|onwards|upwards"
    r"|(?:[a-z]{3,9} )?paid (?:ahead|in advance|up ?front)\b)",
    re.IGNORECASE,
)
_TO: Final = re.compile(r"\A ?(?:-|to|until|hadi|mpaka)\W*$")
_MOST_BEFORE: Final = re.compile(
    r"\b(?:until|till|up to|by|before|within|closes?|ends?|at most|under|below|hadi|mpaka|kabla ya|ndani ya"
    r"|chini ya)\b",
    re.IGNORECASE,
)
# What has room for so many: "a van for 6 guests", "ya wageni 6".
_OF_PEOPLE: Final = re.compile(
    r"\A (?:of you\b|nyote\b|(?:guests|people|persons|adults|passengers|pax|friends|ladies)\b)", re.IGNORECASE
)
_PEOPLE_BEFORE: Final = re.compile(r"\b(?:nyinyi|ninyi|watu|wageni|abiria|wasee) $", re.IGNORECASE)
_HAS_ROOM: Final = re.compile(
    r"\b(?:for|sleeps?|seats?|takes?|fits?|holds?|carries|ya|la|kwa|cha|inabeba|hubeba|inatosha)"
    r" (?:(?:up to|a maximum of|hadi) )?(?:watu |wageni |abiria |wasee )?$",
    re.IGNORECASE,
)
_OF_AGES: Final = re.compile(
    r"\b(?:child(?:ren)?|kids|babies|toddlers|teens|ages?|aged|years?|guests of|watoto|mtoto|miaka|umri)\b",
    re.IGNORECASE,
)
_IS_OF_YEARS: Final = re.compile(r"\d{1,2}[- ]?years?|miaka \d{1,2}", re.IGNORECASE)
_A_SHARE: Final = re.compile(r"\b(?:half|third|quarter|fifth|tenth|percent|nusu|robo|theluthi|asilimia)\b|%")
_LAST: Final = re.compile(r"\b(?:last|latest|mwisho)\b", re.IGNORECASE)
MEASURED: Final = frozenset({"money", "time", "number", "quantity"})


class Bound(NamedTuple):
    """From, or up to, so much of a measure."""

    measure: str
    side: Side
    much: Fraction

    def holds(self, much: Fraction) -> bool:
        return much >= self.much if self.side == "least" else much <= self.much


def is_so(figures: Sequence[Fact], rule: str, says: Says) -> bool | None:
    """Whether that is so of each of the customer's figures; None where the rule bounds no such measure."""
    bounds = list(_bounds(rule))
    figures = _as_ages(figures) if _OF_AGES.search(rule) else figures
    judged = [_is_so(figure, [each for each in bounds if each.measure == _measure(figure)], says) for figure in figures]
    known = [each for each in judged if each is not None]
    return all(known) if known else None


def is_of_a_share(meaning: str, rule: str) -> bool:
    """Whether it tells an amount where the rule tells a share: what that comes to is reckoned."""
    return _A_SHARE.search(fold(rule)) is not None and any(fact.kind == "money" for fact in values_in(meaning))


def _is_so(figure: Fact, bounds: Sequence[Bound], says: Says) -> bool | None:
    if not bounds:
        return None
    much = _much(figure)
    is_below = any(each.side == "least" and not each.holds(much) for each in bounds)
    is_beyond = any(each.side == "most" and not each.holds(much) for each in bounds)
    return {"holds": not (is_below or is_beyond), "not": is_below or is_beyond, "below": is_below, "beyond": is_beyond}[
        says
    ]


def _as_ages(figures: Sequence[Fact]) -> list[Fact]:
    """ "From 4 to 12", of children, are no hours, and a "7-year-old" is of an age and no span."""
    bare = [replace(each, text=min(each.readings)) if _IS_OF_YEARS.fullmatch(each.text) else each for each in figures]
    return [replace(each, hours=frozenset(), said_unit="") if each.text.isdecimal() else each for each in bare]


def _bounds(rule: str) -> Iterator[Bound]:
    """A bare span is the most: a warranty of 12 months. A bare hour, a count and an amount bound nothing."""
    at, is_span = 0, False
    facts: Sequence[Fact] = values_in(rule)
    facts = _as_ages(facts) if _OF_AGES.search(rule) else facts
    for fact, following in zip_longest(facts, facts[1:]):
        begins = rule.find(fact.text, at)
        ends = begins + len(fact.text)
        between, after = rule[at:begins], rule[ends:]
        was_span = is_span
        is_span = following is not None and _TO.match(after[: after.find(following.text)]) is not None
        is_last = _LAST.search(between) is not None
        is_least = is_span or _LEAST_AFTER.match(after) or (_LEAST_BEFORE.search(between) and not is_last)
        is_most = was_span or is_last or _MOST_BEFORE.search(between) or _measure(fact) == "day"
        is_most = is_most or (_measure(fact) == "people" and _HAS_ROOM.search(fact.before) is not None)
        if fact.kind in MEASURED and (is_least or is_most):
            yield Bound(_measure(fact), "most" if was_span or not is_least else "least", _much(fact))
        at = ends


def _measure(fact: Fact) -> str:
    if fact.hours:
        return "hour of the day"
    if _OF_PEOPLE.match(fact.after) or _PEOPLE_BEFORE.search(fact.before):
        return "people"
    return "day" if fact.unit in DAYS else fact.unit or fact.kind.replace("quantity", "number")


def _much(fact: Fact) -> Fraction:
    """In days where it is a span, in minutes from midnight where it is an hour: the later of two that it may be."""
    if fact.hours:
        hour = max(fact.hours)
        return Fraction(int(hour[:2]) * 60 + int(hour[3:]))
    return max(map(Fraction, fact.readings)) * DAYS.get(fact.unit, Fraction(1))
