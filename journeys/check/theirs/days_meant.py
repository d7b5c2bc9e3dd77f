"""The days that the customer names without their month: "Thursday 10 Dec, leaving Monday 14", "if I cancel on the 5th".

Each is the first one ahead of the date that the same message names before it, else of today; what is said to be a
Monday is one. A day of the week alone is the next one from today on, and from the first date ahead that they named.
"""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final

from journeys.check.reading.words import DAYS, MONTHS, OPENING, WEEKDAYS, either
from journeys.check.theirs.days_told import DATE, OF_YEAR, WHOLE_MONTH, Days, day_of
from knowledge.text import fold

MOST: Final = 12  # days that are named alone, and dates beside them: it bounds the work
OF_WEEK: Final = 7  # days
MONTHS_AHEAD: Final = 3  # in which a day that bears no month is looked for
_WEEKDAY: Final = either(WEEKDAYS)
_DAY: Final = r"(?:3[01]|[12]\d|0?[1-9])"
# Of "the 4th night" it is a night.
_ENDS: Final = (
    r"(?=\W{0,2}\Z|\W{0,2}[,.?!;)-]|\W{1,2}(?:and|or|but|to|till|until|at|in|is|for|from|because|with|by|i|we|if|can|will"
    r"|na|ama|au|hadi|mpaka|kwa|saa|asubuhi|mchana|jioni|usiku|ni|je|(?:tu|ni)(?:na|ta|ki|me)\w{2,})\b)"
)
_NAMED_ALONE: Final = re.compile(
    rf"\b(?:(?P<weekday>{_WEEKDAY}),? (?:the |tarehe )?(?P<of_week>{_DAY})(?:st|nd|rd|th)?\b(?![:.]\d| ?[ap]m\b)"
    rf"|tarehe (?P<tarehe>{_DAY})\b(?![:.]\d)|(?P<ordinal>{_DAY})(?:st|nd|rd|th)\b{_ENDS})"
)
_NAMES: Final = {number: name.title() for name, number in reversed(MONTHS.items())}
_WEEKDAY_ALONE: Final = re.compile(rf"\b(?P<weekday>{_WEEKDAY})\b(?!,? (?:the |tarehe )?\d)")


def meant(theirs: Iterable[object], today: date) -> list[str]:
    """Each once, as people write it: "14 December"."""
    texts = [fold(each) for each in theirs if isinstance(each, str)]
    found = [day for text in texts for day in _alone(text, today)][:MOST]
    ahead = [day for day in (*(day for text in texts for day in _dates(text, today)), *found) if day >= today]
    since = [today, *([min(ahead)] if ahead else [])]
    found += [day for text in texts for day in _of_week(text, since)]
    return [*dict.fromkeys(f"{day.day} {_NAMES[day.month]}" for day in found)]


def _dates(text: str, today: date) -> Iterator[date]:
    for found in DATE.finditer(text):
        if (day := day_of(found, today)) is not None:
            yield day.first


def _alone(text: str, today: date) -> Iterator[date]:
    told: list[tuple[int, Days]] = [
        (found.end(), day) for found in DATE.finditer(text) if (day := day_of(found, today)) is not None
    ]
    rest = DATE.sub(lambda found: " " * len(found[0]), text)
    rest = WHOLE_MONTH.sub(lambda found: "." * len(found[0]), rest)
    for found in [*_NAMED_ALONE.finditer(rest)][:MOST]:
        number = int(found["of_week"] or found["tarehe"] or found["ordinal"])
        before = [day.first for end, day in told if end <= found.start()]
        meant_day = first_ahead(number, found["weekday"], before[-1] if before else today)
        if meant_day is not None:
            yield meant_day


def first_ahead(number: int, weekday: str | None, since: date) -> date | None:
    """The first day of that number from a date on, and of that day of the week."""
    for ahead in range(MONTHS_AHEAD):
        months = since.year * OF_YEAR + since.month - 1 + ahead
        year, month = months // OF_YEAR, months % OF_YEAR + 1
        if number > monthrange(year, month)[1] or date(year, month, number) < since:
            continue
        day = date(year, month, number)
        if weekday is None:
            return day
        return day if _is(weekday, day) else None
    return None


def _of_week(text: str, since: Sequence[date]) -> Iterator[date]:
    for word in [*dict.fromkeys(found["weekday"] for found in _WEEKDAY_ALONE.finditer(text))][:OF_WEEK]:
        for first in since:
            week = (first + timedelta(number) for number in range(OF_WEEK))
            yield from (day for day in week if _is(word, day))


def _is(word: str, day: date) -> bool:
    return re.fullmatch(rf"{either(OPENING[DAYS[day.weekday()]])}", word) is not None
