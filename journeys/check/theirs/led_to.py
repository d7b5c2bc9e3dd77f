"""Dates, months and counts that spans lead to from the customer's own dates: "12 months from 10 March 2026"."""

import re
from calendar import monthrange
from collections.abc import Collection, Iterable, Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Final, NamedTuple

from journeys.check.reading.facts import facts_in
from journeys.check.reading.readings import measure
from journeys.check.values import SPAN_OF_DAYS
from journeys.language.numbers import spoken

ANY_YEAR = "-"
"""In the place of a year that is not told."""
MOST: Final = 12  # days and spans that are reckoned with: it bounds the work
LONGEST: Final = 3_660  # days of a span that anybody plans by
YEARS: Final = range(1900, 2200)  # which people write of
# Today, and the day after it.
_AHEAD: Final = (
    re.compile(r"\b(?:today|tonight|leo)\b", re.IGNORECASE),
    re.compile(r"\b(?:tomorrow|kesho)\b", re.IGNORECASE),
)
_SPAN: Final = re.compile(
    r"\b(?P<much>\d{1,4}|[a-z]{2,12})[ -](?P<unit>day|week|month|year)s?\b"
    r"|\b(?P<wa>siku|wiki|miezi|mwezi|miaka|mwaka) (?P<ngapi>\d{1,4}|[a-z]{2,12})\b",
    re.IGNORECASE,
)
_SIDES: Final = (
    (re.compile(r" (?:before|ahead|earlier|ago|kabla|zilizopita)\b", re.IGNORECASE), (-1,)),
    (re.compile(r" (?:after|from|of|later|baada|tangu|kuanzia)\b", re.IGNORECASE), (1,)),
)
_UNITS: Final = {
    "siku": "day", "wiki": "week", "miezi": "month", "mwezi": "month", "miaka": "year", "mwaka": "year",
}  # fmt: skip
_NEXT_WORKING_DAY: Final = re.compile(
    r"\bnext (?:working|business) day\b|\bsiku (?:ya kazi )?inayofuata\b", re.IGNORECASE
)
# Of the week from Monday on: with which of them work ends, businesses see differently.
SATURDAY, SUNDAY = 5, 6
OF_WEEK: Final = 7  # days
DAY_SECONDS: Final = 86_400  # measures of time are told in seconds
OF_YEAR: Final = 12  # months


class Span(NamedTuple):
    """So many months and days, later or earlier than a date."""

    months: int
    days: int
    sides: tuple[int, ...] = (1, -1)


class LedTo(NamedTuple):
    """What follows: the dates, the readings of these and of the days between theirs, and what else can be counted: the
    months, and how many spans fill another."""

    dates: frozenset[date]
    readings: frozenset[str]
    counts: frozenset[str]
    left: frozenset[str]
    """Of these, what is left from one of theirs until a date that a span leads to."""
    with_the_last: frozenset[str]
    """The days from one of theirs to another, both counted."""


def led_to(theirs: Iterable[str], spans: Iterable[str], today: date | None, *, fills: Iterable[str] = ()) -> LedTo:
    """From the dates in the customer's words, by the spans that these texts tell.

    `fills` are measures as `Values` keeps them, of which only is told how many fill the days between two of theirs: two
    passes of 7 days for ten."""
    theirs, spans = tuple(theirs), tuple(spans)
    known = sorted(_dates(theirs, today))[:MOST]
    lengths = sorted({span for text in (*spans, *theirs) for span in _spans(text)})[:MOST]
    after = {day for one in known for span in lengths for side in span.sides for day in _moved(one, span, side)}
    told = {*known, *([today] if today else [])}
    if any(_NEXT_WORKING_DAY.search(text) for text in spans):
        after |= {_next_day(day, rest) for day in told for rest in (SATURDAY, SUNDAY)}
    every = told | after
    readings = {f"{day_year}/{day.month}/{day.day}" for day in every for day_year in (day.year, ANY_YEAR)}
    readings |= {measure(str(abs((one - other).days)), "day") for one in told for other in known if one != other}
    left = {str(much) for one in after for other in known if one > other for much, _ in _between(other, one)}
    months = {much for one in every for other in known for much, unit in _between(one, other) if unit == "month"}
    counts = {reading for much in months for reading in (str(much), measure(str(much), "month"))}
    staying = {(other - one).days + 1 for one in known for other in known if other > one}
    counts |= {str(-(-days // lasting)) for days in staying for lasting in _whole_days(fills)}
    both = frozenset(reading for days in staying for reading in (str(days), measure(str(days), "day")))
    return LedTo(frozenset(every), frozenset(readings), frozenset(counts), frozenset(left), both)


def _whole_days(measures: Iterable[str]) -> Iterator[int]:
    """Of measures of time, which are told in seconds."""
    for much, _, unit in (each.partition(" ") for each in measures):
        days = Decimal(much) / DAY_SECONDS if unit == "second" else Decimal(0)
        if 1 <= days <= LONGEST and days == int(days):
            yield int(days)


def _spans(text: str) -> Iterator[Span]:
    for found in _SPAN.finditer(text):
        much = _count(found["much"] or found["ngapi"])
        unit = (found["unit"] or _UNITS[found["wa"].lower()]).lower()
        if not 0 < much <= LONGEST:
            continue
        sides = next((sides for words, sides in _SIDES if words.match(text, found.end())), None)
        if unit in ("month", "year"):  # a term or a warranty lies ahead, where nothing is said
            yield Span(much * (OF_YEAR if unit == "year" else 1), 0, sides or (1,))
        else:
            yield Span(0, much * (OF_WEEK if unit == "week" else 1), sides or (1, -1))


def _count(said: str) -> int:
    if said.isdecimal():
        return int(said)
    value = next((each.value for each in spoken(said.lower())), 0)
    return int(value) if value == int(value) else 0


def _dates(theirs: Collection[str], today: date | None) -> Iterator[date]:
    read = {
        reading for text in theirs for fact in facts_in(text)[0] if fact.kind == "date" for reading in fact.readings
    }
    read |= {first for text in theirs for first in _first_days(text)}
    years = {int(year) for year in (each.partition("/")[0] for each in read) if year != ANY_YEAR}
    if today:
        ahead = (number for number, word in enumerate(_AHEAD) if any(map(word.search, theirs)))
        yield from (today + timedelta(number) for number in ahead)
    unsaid = years or ({today.year, today.year + 1} if today else set())
    for reading in read:
        own, month, day = reading.split("/")
        for year in unsaid if own == ANY_YEAR else {int(own)}:
            if year in YEARS and 1 <= int(month) <= OF_YEAR and 1 <= int(day) <= monthrange(year, int(month))[1]:
                yield date(year, int(month), int(day))


def _first_days(text: str) -> Iterator[str]:
    """The first day of "from 5 to 14 December", which bears no month."""
    for span in SPAN_OF_DAYS.finditer(text):
        for reading in (each for fact in facts_in(span["last"])[0] if fact.kind == "date" for each in fact.readings):
            yield f"{reading.rpartition('/')[0]}/{int(span['first'])}"


def _moved(day: date, span: Span, side: int) -> Iterator[date]:
    """Where the span leads; of months that lie ahead, their last day too: 12 from 1 June run to 31 May."""
    months = day.year * OF_YEAR + day.month - 1 + side * span.months
    year, month = months // OF_YEAR, months % OF_YEAR + 1
    if year not in YEARS:
        return
    moved = date(year, month, min(day.day, monthrange(year, month)[1])) + timedelta(side * span.days)
    yield moved
    if span.months and side > 0:
        yield moved - timedelta(1)


def _between(one: date, other: date) -> Iterator[tuple[int, str]]:
    """The whole months, from the first day or from after it (31 December to 1 June or to 31 May), and the days."""
    first, last = sorted((one, other))
    for begins, ends in ((first, last), (first + timedelta(1), last), (first + timedelta(1), last + timedelta(1))):
        months = (ends.year - begins.year) * OF_YEAR + ends.month - begins.month
        if begins.day == ends.day and months:
            yield months, "month"
            break
    if days := abs((one - other).days):
        yield days, "day"


def _next_day(day: date, rest: int) -> date:
    """The next one that is worked on, where the week ends before this day of it."""
    following = day + timedelta(1)
    return following if following.weekday() < rest else following + timedelta(OF_WEEK - following.weekday())
