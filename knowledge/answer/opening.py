"""Whether what a passage describes is open at a moment, as far as its own words tell."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY = r"(mon|tue|wed|thu|fri|sat|sun)[a-z]*"
_RANGE = re.compile(rf"\b{_DAY}\s*(?:-|\u2013|to|until|through)\s*{_DAY}\b", re.IGNORECASE)
_ONE = re.compile(rf"\b{_DAY}\b", re.IGNORECASE)
_CLOCK = r"(\d{1,2})(?:[:.](\d{2}))?(?:\s*([ap]m))?"
_SPAN = re.compile(rf"(?<![\d.,]){_CLOCK}\s*(?:-|\u2013|to|until)\s*{_CLOCK}(?![\d.,%])", re.IGNORECASE)
_SEGMENT = re.compile(r"[;\n]|(?<=[a-z]), (?=[A-Z])")
_CLOSED = re.compile(
    rf"\b(?:closed|imefungwa)(?: on| every)? (?P<on>{_DAY}(?:(?:,| and| to|-) {_DAY})*)|\b(?P<day>{_DAY}): closed\b",
    re.IGNORECASE,
)


def is_open(text: str, at: datetime) -> bool | None:
    """Whether a text says that it is open then, by a span of yesterday's too; None when it names no times."""
    spans = list(_spans_of(text))
    if not spans:
        return None
    return any(_holds(days, opens, closes, at) for days, opens, closes in spans)


def tells_hours(text: str) -> bool:
    """Whether it says from when until when something is open."""
    return any(_spans_of(text))


def hours_on(text: str, weekday: int) -> list[tuple[int, int]] | None:
    """From which minute to which it is open on a day of the week; none where that day is said to be closed, and None
    where nothing is told of it."""
    found = [(opens, closes) for days, opens, closes in _spans_of(text) if weekday in days]
    return found or ([] if weekday in _closed(text) else None)


def _spans_of(text: str) -> Iterator[tuple[frozenset[int], int, int]]:
    return (span for segment in _SEGMENT.split(text) for span in _spans(segment))


def _closed(text: str) -> frozenset[int]:
    """The days of the week that are said to be closed."""
    named = (found["on"] or found["day"] for found in _CLOSED.finditer(text))
    return frozenset[int]().union(*map(_days, named))


def _spans(segment: str) -> Iterator[tuple[frozenset[int], int, int]]:
    closed, segment = _closed(segment), _CLOSED.sub(" ", segment)
    for found in _SPAN.finditer(segment):
        hour, minute, half, hour_end, minute_end, half_end = found.groups()
        if (minute is None and half is None and half_end is None) or int(hour) > 24 or int(hour_end) > 24:
            continue  # "2-3 days" is no time of day
        opens = _minutes(hour, minute, half or half_end)
        yield _days(segment) - closed, opens, _minutes(hour_end, minute_end, half_end)


def _days(segment: str) -> frozenset[int]:
    """The weekdays that a segment names; every day when it names none."""
    days: set[int] = set()
    for first, last in _RANGE.findall(segment):
        start, end = _DAYS.index(first.lower()), _DAYS.index(last.lower())
        days.update((start + step) % 7 for step in range((end - start) % 7 + 1))
    days.update(_DAYS.index(day.lower()) for day in _ONE.findall(segment))
    return frozenset(days or range(7))


def _minutes(hour: str, minute: str | None, half: str | None) -> int:
    hours = int(hour) % 12 if half else int(hour)
    return (hours + (12 if half and half.lower() == "pm" else 0)) * 60 + int(minute or 0)


def _holds(days: frozenset[int], opens: int, closes: int, at: datetime) -> bool:
    now = at.hour * 60 + at.minute
    yesterday = (at - timedelta(days=1)).weekday()
    if closes <= opens:  # over midnight
        return (at.weekday() in days and now >= opens) or (yesterday in days and now < closes)
    return at.weekday() in days and opens <= now < closes
