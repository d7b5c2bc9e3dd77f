"""On which days of the week a source's thing is open: "on Monday you can eat at the grill", which is closed then."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from journeys.check.claims.opening import days_in
from journeys.check.faults.polarity import CLOSED
from journeys.check.library.rested import Rested
from journeys.check.library.units import Source
from journeys.check.reading.clauses import Clause, expanded
from journeys.check.reading.words import CARRIED, either

_BUT: Final = re.compile(rf"\b(?:{either(CARRIED['exception'])}|but|not|lakini|other days|siku nyingine)\b")
_OPEN: Final = re.compile(r"\b(?:opens?|wazi|hufungu\w+|inafungu\w+)\b")
_PART: Final = re.compile(r"[,;]\s")
_TIMES: Final = re.compile(r"\d{1,2}[:.]\d\d")
OF_OTHER_DAYS: Final = "the source says it of other days"


def is_on_another_day(rested: Rested) -> str:
    """A day on which the thing that is spoken of is closed, or of which its line does not speak."""
    return of_another_day(rested.clause, rested.origin) if rested.origin.name or rested.unit.label else ""


def of_another_day(clause: Clause, origin: Source) -> str:
    said = frozenset(days_in(clause.text))
    is_bare = not said or clause.asks or _is_label_of_closed(clause) or _BUT.search(clause.text) is not None
    if is_bare or clause.denies(len(clause.text) - 1):
        return ""
    shut, told = _days_of(tuple(unit.text for unit in origin.units))
    if CLOSED.search(clause.text):
        if _OPEN.search(clause.text):
            return ""  # "open from Tuesday to Sunday and closed on Mondays"
        return OF_OTHER_DAYS if (shut and not said <= shut) or said & (told - shut) else ""
    return OF_OTHER_DAYS if said & shut or (told and not said <= told) else ""


def _is_label_of_closed(clause: Clause) -> bool:
    """Whether it is only the day before the word that it is closed then: "Monday: closed" is read in two."""
    return CLOSED.match(clause.sentence.casefold().partition(clause.text)[2].lstrip(" :,-")) is not None


@lru_cache(maxsize=256)
def _days_of(lines: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The days on which its lines close it, and those of which one gives times; none where one gives times of all."""
    shut, told, is_of_all = set[str](), set[str](), False
    for line in lines:
        for part in _PART.split(expanded(line)):
            days = days_in(part)
            if CLOSED.search(part):
                shut |= set(days)
            elif _TIMES.search(part):
                told |= set(days)
                is_of_all = is_of_all or not days
    return frozenset(shut), frozenset() if is_of_all else frozenset(told)
