"""Dates that follow from the customer's own: the year that they named beside another, and so many days before or after.

"Until 7 days before arrival; for 8 March 2027 that is 1 March 2027": the span is looked up like any other.
"""

from collections.abc import Iterable
from datetime import date, timedelta

from journeys.check.reading.facts import facts_in

ANY_YEAR = "-"
"""In the place of a year that is not told."""
DAY_SECONDS = 86_400
"""What measures of time are told in."""


def following(text: str, theirs: Iterable[str], today: date | None = None) -> frozenset[str]:
    """The readings of the customer's dates, in each year that they named, and of what the text's spans lead to."""
    said = {
        reading for each in theirs for fact in facts_in(each)[0] if fact.kind == "date" for reading in fact.readings
    }
    years = {reading.partition("/")[0] for reading in said} - {ANY_YEAR}
    unsaid = {str(today.year), str(today.year + 1)} if today and not years else set[str]()
    days = {day for reading in said for year in years | unsaid if (day := _day(reading, year))}
    spans = [span for fact in facts_in(text)[0] for span in map(_days, fact.measures) if span]
    led_to = {day + timedelta(span * side) for day in days for span in spans for side in (-1, 1)}
    return frozenset(f"{day.year}/{day.month}/{day.day}" for day in days | led_to) | frozenset(
        f"{ANY_YEAR}/{day.month}/{day.day}" for day in led_to
    )


def _day(reading: str, year: str) -> date | None:
    own, month, day = reading.split("/")
    try:
        return date(int(year if own == ANY_YEAR else own), int(month), int(day))
    except ValueError:
        return None


def _days(measure: str) -> int:
    """Whole days of a measure of time; 0 for any other."""
    much, _, unit = measure.partition(" ")
    seconds = float(much) if unit == "second" else 0
    return int(seconds // DAY_SECONDS) if seconds % DAY_SECONDS == 0 else 0
