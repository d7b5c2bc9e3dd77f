"""What follows for the customer's own hour from one that is told: "check-in is from 14:00, so 10:00 is early".

The hour that it follows from is looked up like any other; whether the customer's is before or after it is reckoned.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from journeys.check.library.nearest import values_in
from journeys.check.reading.clauses import Clause
from journeys.check.reading.facts import Fact

_FROM: Final = re.compile(
    r"\b(?:from|opens? at|starts? at|begins? at|not before|after|kuanzia|hufungu\w+|baada ya)\W*$"
)
_UNTIL: Final = re.compile(r"\b(?:until|till|up to|by|before|closes? at|ends? at|hadi|mpaka|kabla ya|hufung\w+)\W*$")
_LAST: Final = re.compile(r"\b(?:last|mwisho)\b")
_AT: Final = re.compile(r"\b(?:at|starts?|begins?|ni|huanza|inaanza)(?: saa)?\W*$")
_TOO_EARLY: Final = re.compile(r"\b(?:too early|mapema (?:mno|sana))\b")
_TOO_LATE: Final = re.compile(r"\b(?:too late|umechelewa|(?:ime|ku)?chelewa (?:mno|sana))\b")
_FITS: Final = re.compile(
    r"\b(?:fine|ok|okay|possible|works?|suits?|in (?:good )?time|early enough|you can|you may"
    r"|sawa|inawezekana|unaweza|mnaweza|ndani ya muda|mapema ya kutosha)\b"
)
_IN_TIME: Final = re.compile(r"\b(?:in (?:good )?time|early enough|(?:iko|uko|ni) ndani ya muda|mapema ya kutosha)\b")
NOT_SO: Final = "it does not follow from what the sentence tells"


def judged(clause: Clause, others: Sequence[Clause], asked: Collection[str]) -> str | None:
    """Empty where it follows, why not where the opposite does; None where the clause is of no such thing."""
    early, late = _TOO_EARLY.search(clause.text), _TOO_LATE.search(clause.text)
    if clause.asks or not (early or late or _FITS.search(clause.text)) or clause.denies(len(clause.text) - 1):
        return None
    limits = [fact for fact, _ in _bounds(clause)]  # "you may stay until 16:00", whatever else is at that hour
    own = [fact for fact in values_in(clause.text) if fact.kind == "time" and not fact.readings.isdisjoint(asked)]
    if len(own) != 1 or own[0] in limits:
        return None
    own = [replace(own[0], hours=own[0].hours & frozenset(asked) or own[0].hours)]
    told = [each for other in others if other != clause for each in _bounds(other)]
    is_before = any(_is_before(own[0], fact) for fact, is_from in told if is_from)
    is_after = any(_is_before(fact, own[0]) for fact, is_from in told if not is_from)
    if early or late:
        return "" if (early and is_before) or (late and is_after) else (NOT_SO if told else None)
    if is_before or is_after:
        return NOT_SO
    is_within = any(_is_before(fact, own[0]) if is_from else _is_before(own[0], fact) for fact, is_from in told)
    return "" if is_within and _IN_TIME.search(clause.text) else None


def _bounds(clause: Clause) -> Iterator[tuple[Fact, bool]]:
    """The hours from which it is, and those until which."""
    for fact in values_in(clause.text):
        before = clause.text[: clause.text.find(fact.text.casefold())]
        is_last = _LAST.search(before) is not None
        is_limit = _FROM.search(before) or _UNTIL.search(before) or (is_last and _AT.search(before))
        if fact.hours and is_limit:
            yield fact, not is_last and _FROM.search(before) is not None


def _is_before(one: Fact, other: Fact) -> bool:
    """Whether it is, in every way of reading the two."""
    return all(each < their for each in one.hours for their in other.hours)
