"""What follows for the customer's own span of time from one that is told: "12 months, so after eight it is covered".

The span that it follows from is looked up like any other, and so is all else that the clause says; whether the
customer's is longer or shorter is reckoned.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from journeys.check.library.nearest import values_in
from journeys.check.reading.clauses import Clause
from journeys.check.reading.facts import Fact
from journeys.check.theirs.kept_to import is_of_the_same
from journeys.check.theirs.own_hour import NOT_SO

_HOLDS: Final = re.compile(
    r"\b(?:still|covered|valid|within|inside|in time|under (?:the )?warranty|fine|ok|okay|you can|you may"
    r"|bado|ndani ya|sawa|unaweza|inalindwa|inakubalika|iko covered)\b"
)
_IS_OVER: Final = re.compile(
    r"\b(?:over|expired|ended|run out|too late|out of (?:the )?warranty|no longer|past|lapsed"
    r"|\w{1,3}(?:me|mesha|sha)(?:isha|kwisha|pita)|kwisha|umechelewa)\b"
)
# "Baada ya miezi minane" goes with its span.
_LED: Final = r"(?:(?:at|after|with|within|for|only|just|baada ya|kwa|ndani ya|ya) ){0,2}"
# Only what is counted in the same or in days can be compared; a month and a year are as long as people mean them.
DAYS: Final = {
    "second": Fraction(1, 86_400),
    "hour": Fraction(1, 24),
    "day": Fraction(1),
    "week": Fraction(7),
    "month": Fraction(30),
    "year": Fraction(365),
}


# "On day 20 you are past the 14 days."
_DAY: Final = re.compile(r"\b(?:on|by|until|at) day $|\bsiku ya $")
_PAST: Final = re.compile(r"\b(?:past|over|beyond) (?=(?:the|those|our|these) )")
# Theirs, and the one that it is compared with.
TWO: Final = 2


class Follows(NamedTuple):
    """What is left of a clause without the customer's span, or why that does not follow."""

    rest: Clause
    why: str = ""


def judged(clause: Clause, others: Sequence[Clause], asked: Collection[str]) -> Follows | None:
    """None where the clause says nothing of a span of theirs that another clause has a limit for."""
    is_over = _IS_OVER.search(clause.text) is not None
    if clause.asks or not (is_over or _HOLDS.search(clause.text)):
        return None
    spans = list(_spans(clause))
    own = [(fact, days) for fact, days in spans if not fact.readings.isdisjoint(asked)]
    # "Eight months is still inside the 12 months."
    beside = [days for fact, days in spans if len(spans) == TWO and len(own) == 1 and fact is not own[0][0]]
    told = beside or [days for other in others if other != clause for fact, days in _spans(other)]
    if len(own) != 1 or len(told) != 1 or own[0][1] == told[0]:
        return None
    limit = next((other.text for other in others if other != clause and [*_spans(other)]), "")
    if not beside and not is_of_the_same(clause.sentence.replace(limit, " "), limit):
        return None  # of a blender's 12 months nothing follows for headphones
    if beside and own[0][1] > told[0] and len(others) > 1:
        return None  # what is said to follow is looked up with the span that it does not hold of
    fact, days = own[0]
    text = _without(fact, clause.text)
    if beside and days > told[0]:  # of "on day 20 you are past the 14 days" the source tells the 14 days
        text = _PAST.sub(" ", text)
    rest = replace(clause, text=text)
    is_denied = clause.denies(len(clause.text) - 1, by_itself=False)
    return Follows(rest, "" if (days > told[0]) is (is_over is not is_denied) else NOT_SO)


def _spans(clause: Clause) -> Iterator[tuple[Fact, Fraction]]:
    for fact in values_in(clause.text):
        if _DAY.search(clause.text[: clause.text.find(fact.text.casefold())]) and fact.kind == "number":
            yield fact, max(map(Fraction, fact.readings))
            continue
        spans = (measure.split() for measure in sorted(fact.measures))
        days = [Fraction(reading) * DAYS[unit] for reading, unit in spans if unit in DAYS]
        if days:  # a month is told in days as well
            yield fact, days[0]


def _without(fact: Fact, text: str) -> str:
    return re.sub(rf"{_LED}{re.escape(fact.text.casefold())}(?: (?:ago|old|later))?", " ", text, count=1).strip()
