"""The days and months that a text names, by the calendar: "Tuesday 1 or Wednesday 2 December", "mwezi wa sita"."""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final, NamedTuple

from journeys.check.reading.words import DAYS, MONTHS, OPENING, WEEKDAYS, either
from journeys.language.numbers import spoken

OF_YEAR: Final = 12  # months

_MONTH: Final = either(MONTHS)
_WEEKDAY: Final = either(WEEKDAYS)
_DAY: Final = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_OF: Final = r"(?: ?(?:of|ya|mwezi wa|-))? ?"
# "Tuesday 1 or Wednesday 2 December 2026", "5th Jan", "tarehe 12 dec"; a day without its month takes the next one's.
DATE: Final = re.compile(
    rf"(?:(?P<weekday>{_WEEKDAY}),? )?(?:the |tarehe )?\b(?P<day>{_DAY})(?:{_OF}(?P<month>{_MONTH})\b,?"
    rf"(?: (?P<year>20\d\d))?|(?= (?:or|to|and|au|na|ama|hadi) (?:{_WEEKDAY} )?{_DAY}{_OF}{_MONTH}\b))"
)
AMERICAN: Final = re.compile(rf"\b(?P<month>{_MONTH}) (?P<day>{_DAY})(?!\d),?(?: (?P<year>20\d\d))?")
WHOLE_MONTH: Final = re.compile(
    rf"\b(?:(?P<month>{_MONTH})|mwezi wa (?P<number>\d{{1,2}}|[a-z]{{3,8}}))\b(?P<that> (?:mwaka (?:huu|jana)|this year"
    r"|last year|20\d\d))?"
)
_TODAY: Final = re.compile(rf"\b(?:today|leo|now|sasa|saa hii)(?:,? (?P<weekday>{_WEEKDAY}))?\b")
_TOMORROW: Final = re.compile(rf"\b(?:tomorrow|kesho)(?:,? (?P<weekday>{_WEEKDAY}))?\b")


class Days(NamedTuple):
    """A day, or a month of which the day is not told."""

    first: date
    last: date

    @property
    def is_month(self) -> bool:
        return self.first != self.last


def own(theirs: Iterable[str], today: date) -> list[Days]:
    """The days and months that they have named themselves."""
    found = [day for text in theirs for day in days_in(text, today) if day is not None]
    return [*dict.fromkeys(found)]


def days_in(text: str, today: date) -> Iterator[Days | None]:
    """Every day or month that is told; None for one that does not exist, or is no such day of the week."""
    rest = text
    for pattern in (DATE, AMERICAN):
        for found in pattern.finditer(rest):
            yield day_of(found, today)
        rest = pattern.sub(" ", rest)
    for pattern, ahead in ((_TODAY, 0), (_TOMORROW, 1)):
        for found in pattern.finditer(rest):
            day = today + timedelta(ahead)
            yield Days(day, day) if _is_weekday(found["weekday"], day) else None
        rest = pattern.sub(" ", rest)
    for found in WHOLE_MONTH.finditer(rest):
        if (month := month_of(found, today)) is not None:
            yield month


def day_of(found: re.Match[str], today: date) -> Days | None:
    parts = found.groupdict()
    number = int(re.sub(r"\D", "", parts["day"]))
    month = parts["month"] or _month_after(found)
    years = [int(parts["year"])] if parts["year"] else [today.year - 1, today.year, today.year + 1]
    days = [date(year, MONTHS[month], number) for year in years if number <= monthrange(year, MONTHS[month])[1]]
    near = min(days, key=lambda day: abs((day - today).days), default=None)
    return Days(near, near) if near is not None and _is_weekday(parts.get("weekday"), near) else None


def _month_after(found: re.Match[str]) -> str:
    """The month of the days that come after it: of the 1st in "1 or 2 December"."""
    following = re.search(rf"\b{_MONTH}\b", found.string[found.end() :])
    assert following is not None  # noqa: S101  the pattern has looked ahead
    return following[0]


def _is_weekday(name: str | None, day: date) -> bool:
    return name is None or re.fullmatch(either(OPENING[DAYS[day.weekday()]]), name) is not None


def month_of(found: re.Match[str], today: date) -> Days | None:
    number = MONTHS[found["month"]] if found["month"] else counted(found["number"])
    if not 1 <= number <= OF_YEAR:
        return None
    that = (found["that"] or "").strip()
    if that.isdecimal():
        year = int(that)
    elif that:
        year = today.year - (that in ("mwaka jana", "last year"))
    else:
        years = (today.year - 1, today.year, today.year + 1)
        year = min(years, key=lambda each: abs((date(each, number, 1) - today).days))
    return Days(date(year, number, 1), date(year, number, monthrange(year, number)[1]))


def counted(said: str) -> int:
    if said.isdecimal():
        return int(said)
    value = next((each.value for each in spoken(said)), 0) if said else 0
    return int(value) if value == int(value) else 0
