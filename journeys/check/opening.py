"""Whether what a sentence says of our own opening hours is so, day by day: another day's times are not this one's."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from journeys.check.clauses import Clause, clauses
from journeys.check.facts import facts_in
from journeys.check.words import OPENING, either

DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NAMED: Final = {day: re.compile(rf"\b{either(OPENING[day])}\b") for day in DAYS}
_RANGE: Final = re.compile(r"\b(?:to|through|till|hadi|mpaka)\b|-")
_WEEKDAYS: Final = re.compile(rf"\b{either(OPENING['weekdays'])}\b")
_OURS: Final = re.compile(rf"\b{either(OPENING['ours'])}\b")
_OPENS: Final = re.compile(rf"\b{either(OPENING['opens'])}")
_CLOSED: Final = re.compile(rf"\b{either(OPENING['closed'])}\b")


def wrong(text: str, hours: Mapping[str, str]) -> Iterator[str]:
    """Each clause that gives a day hours that it does not have, or closes an open one."""
    for clause in clauses(text):
        days = _days(clause)
        if clause.asks or not days or not (_OURS.search(clause.sentence) and _OPENS.search(clause.sentence)):
            continue
        spans = [hours[day] for day in days if day in hours]
        if spans and not _agree(clause, spans):
            yield clause.text


def _days(clause: Clause) -> list[str]:
    if _WEEKDAYS.search(clause.text):
        return list(DAYS[:5])
    found = sorted((match.start(), day) for day in DAYS for match in [_NAMED[day].search(clause.text)] if match)
    if len(found) == 2 and _RANGE.search(clause.text[found[0][0] : found[1][0]]):
        first, last = (DAYS.index(day) for _, day in found)
        return list(DAYS[first : last + 1]) if first <= last else [day for _, day in found]
    return [day for _, day in found]


def _agree(clause: Clause, spans: list[str]) -> bool:
    """Of several days each time must be one of theirs; what is closed has no times, and what is open is not closed."""
    times = {reading for fact in facts_in(clause.text)[0] if fact.kind == "time" for reading in fact.readings}
    if times:
        return times <= {time for span in spans for time in span.split("-")}
    open_days = [span for span in spans if "-" in span]
    match = _CLOSED.search(clause.text)
    if match and not clause.denies(match.start(), by_itself=False):
        return not open_days
    return bool(open_days) or not _OPENS.search(clause.text)
