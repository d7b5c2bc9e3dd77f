"""What is said of the customer's own number beside one that is told: "your daughter of 14 is under 16"."""

import re
from collections.abc import Collection
from typing import Final

from journeys.check.library.nearest import values_in
from journeys.check.reading.clauses import Clause
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.strange import talk
from journeys.check.theirs.own_hour import NOT_SO

_LESS: Final = re.compile(r"\b(?:under|below|younger than|less than|fewer than|not yet|chini ya)(?: the| age)? ?$")
_MORE: Final = re.compile(r"\b(?:over|above|past|older than|more than|zaidi ya|(?:a|i|u)?mepita)(?: the| age)? ?$")
_OF_AGES: Final = terms_of(
    "age aged old year years umri miaka mwaka daughter son child children binti mtoto watoto kid"
)
# Theirs, and the one that it is beside.
TWO: Final = 2


def judged(clause: Clause, asked: Collection[str], asked_of: Collection[str]) -> str | None:
    """Empty where theirs is less or more as the clause says, why not where it is not; None where it says no such
    thing, or more than this."""
    stated = values_in(clause.text)
    if clause.asks or len(stated) != TWO or any(fact.currency or fact.hours or not fact.readings for fact in stated):
        return None
    own, told = stated
    side = [bool(pattern.search(told.before.casefold())) for pattern in (_LESS, _MORE)]
    if own.readings.isdisjoint(asked) or not any(side) or clause.denies(clause.text.find(told.text.casefold())):
        return None
    theirs = frozenset(term for word in asked_of for term in terms_of(word)) | talk() | _OF_AGES
    if not all(group & theirs for group in groups_of(clause.text)):
        return None
    one, other = (max(map(float, fact.readings)) for fact in (own, told))
    return "" if (one < other if side[0] else one > other) else NOT_SO
