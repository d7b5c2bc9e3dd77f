"""Dates and hours that follow from the customer's own: so many days or hours before or after, and the days between.

"Until 7 days before arrival; for 8 March 2027 that is 1 March 2027", "two hours after payment, so from 4pm", "10
January is 5 days before the 15th": the span is looked up like any other.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from journeys.check.library.nearest import values_in
from journeys.check.reading.clauses import Clause
from journeys.check.reading.dated import DAYS
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.readings import measure
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.reading.words import MONTHS

_OF_TIME: Final = terms_of(
    " ".join([*MONTHS, *DAYS])
    + " day days night nights week weeks before after from today tomorrow last first exactly end ends until"
    " siku usiku leo kesho kabla mwisho kuanzia hadi ni"
)
# Today, and the day after it.
_AHEAD: Final = (
    re.compile(r"\b(?:today|tonight|leo)\b", re.IGNORECASE),
    re.compile(r"\b(?:tomorrow|kesho)\b", re.IGNORECASE),
)
ANY_YEAR = "-"
"""In the place of a year that is not told."""
MOST: Final = 12  # days and hours of theirs that are reckoned with: it bounds the work
LONGEST: Final = 3_660  # days of a span that anybody plans by
YEARS: Final = range(1900, 2200)  # which people write of
DAY_SECONDS: Final = 86_400  # measures of time are told in seconds
MINUTE_SECONDS: Final = 60  # as a clock shows them
DAY_MINUTES: Final = 1_440  # after which a clock begins again
# After what the span is, and before what.
_LATER: Final = re.compile(r"\A\W{0,2}(?:hours? |minutes? )?(?:after|later|from|baada)\b", re.IGNORECASE)
_EARLIER: Final = re.compile(r"\A\W{0,2}(?:hours? |minutes? )?(?:before|ahead|earlier|kabla)\b", re.IGNORECASE)


def following(text: str, theirs: Iterable[str], today: date | None = None) -> frozenset[str]:
    """The readings of the customer's dates and hours, of what the text's spans lead to, and of what lies between."""
    theirs = tuple(theirs)
    said = [fact for each in theirs for fact in facts_in(each)[0]]
    spans = [fact for fact in facts_in(text)[0] if fact.measures]
    days = _days_of(said, theirs, today)
    spans_of_days = {span for span in _whole_days(spans) if span <= LONGEST}
    led_to = {day + timedelta(span * side) for day in days for span in spans_of_days for side in (-1, 1)}
    known = days | ({today} if today else set())
    between = {abs((one - other).days) for one in known for other in days} - {0}
    return frozenset().union(
        (f"{year}/{day.month}/{day.day}" for day in known | led_to for year in (day.year, ANY_YEAR)),
        (measure(str(count), "day") for count in between),
        _hours(said, spans),
    )


def is_of_their_days(clause: Clause, asked: Collection[str], times: Collection[str]) -> bool:
    """Whether it says how far apart days are that they have named, and nothing else: "10 January is 5 days before"."""
    stated = values_in(clause.text)
    own = [fact for fact in stated if not fact.readings.isdisjoint(asked)]
    reckoned = [fact for fact in stated if fact not in own and not (fact.readings | fact.measures).isdisjoint(times)]
    is_all = len(own) + len(reckoned) == len(stated) and bool(reckoned)
    return is_all and all(group & _OF_TIME for group in groups_of(clause.text))


def _days_of(said: Collection[Fact], theirs: Sequence[str], today: date | None) -> set[date]:
    """Their dates in each year that they named; where they named none, in this one and the next."""
    dates = {reading for fact in said if fact.kind == "date" for reading in fact.readings}
    years = {reading.partition("/")[0] for reading in dates} - {ANY_YEAR}
    unsaid = {str(today.year), str(today.year + 1)} if today and not years else set[str]()
    years = {year for year in years | unsaid if int(year) in YEARS}
    found = {day for reading in dates for year in years if (day := _day(reading, year))}
    ahead = (
        {today + timedelta(number) for number, word in enumerate(_AHEAD) if any(map(word.search, theirs))}
        if today
        else set()
    )
    return {*sorted(found)[:MOST], *ahead}


def _hours(said: Collection[Fact], spans: Collection[Fact]) -> Iterator[str]:
    """The hours that a span leads to from theirs: later only where it says "after"."""
    theirs = sorted({hour for fact in said for hour in fact.hours})[:MOST]
    for fact in spans:
        side = 1 if _LATER.match(fact.after) else -1 if _EARLIER.match(fact.after) else 0
        for minutes in filter(None, map(_minutes, fact.measures if side else ())):
            for at in (int(hour[:2]) * 60 + int(hour[3:]) for hour in theirs):
                yield f"{(at + side * minutes) % DAY_MINUTES // 60:02d}:{(at + side * minutes) % 60:02d}"


def _day(reading: str, year: str) -> date | None:
    own, month, day = reading.split("/")
    try:
        found = date(int(year if own == ANY_YEAR else own), int(month), int(day))
    except ValueError:
        return None
    return found if found.year in YEARS else None


def _whole_days(spans: Iterable[Fact]) -> Iterator[int]:
    for seconds in _seconds(spans):
        if seconds % DAY_SECONDS == 0:
            yield int(seconds // DAY_SECONDS)


def _minutes(measured: str) -> int:
    """Of a span of less than a day; 0 for any other measure."""
    much, _, unit = measured.partition(" ")
    is_short = unit == "second" and float(much) < DAY_SECONDS
    return int(float(much) // MINUTE_SECONDS) if is_short else 0


def _seconds(spans: Iterable[Fact]) -> Iterator[float]:
    for fact in spans:
        for measured in fact.measures:
            much, _, unit = measured.partition(" ")
            if unit == "second":
                yield float(much)
