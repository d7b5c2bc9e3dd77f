"""Days, hours and parties as a note tells them, and whether an item is had on that day and at that hour.

What an item's own text says of its days and hours counts, "day: Friday", "served: 19:00-22:30", "every Tuesday"; where
it says none, any will do.
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from journeys.check.claims.opening import days_in
from journeys.check.faults.polarity import CLOSED
from journeys.check.reading.facts import facts_in
from journeys.check.reading.readings import clock
from journeys.check.reading.words import DAYS, WEEKDAYS, either
from journeys.check.theirs.days_told import AMERICAN, DATE, day_of
from journeys.local import circumstances
from knowledge.text import fold
from tools.catalog.catalog_get_item import CatalogGetItemResult

DAY, HOUR, PARTY, STAY = "day", "hour", "party", "stay"
KINDS: Final = (DAY, HOUR, PARTY)
Span = tuple[int, int]

# The words of which one is in the name of an attribute that tells when an item is had.
_OF_WHEN: Final = frozenset({"hours", "open", "opening", "served", "day", "days", "runs", "time", "times", "available"})
_FROM_TO: Final = re.compile(r"\b(\d{1,2}[:.]\d\d)\s?(?:-|\u2013|to|hadi)\s?(\d{1,2}[:.]\d\d)\b")
_WEEKDAY: Final = either(WEEKDAYS)
# "Every Friday", "Fridays only"; "for long Sunday runs" tells no day.
_REGULAR: Final = re.compile(
    rf"\b(?:(?:every|each|only on|kila) {_WEEKDAY}|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b"
)
_NAMED: Final = re.compile(
    rf"\b(?:{_WEEKDAY}|today|tonight|tomorrow|leo|kesho|(?:the |tarehe )?(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th))\b"
)
_HOUR: Final = re.compile(
    r"\b(?:\d{1,2}(?:[:.]\d\d)? ?[ap]m|\d{1,2}[:.]\d\d|(?<=at )\d{1,2}"
    r"|saa [a-z]{3,6}(?: na (?:nusu|robo))?(?: (?:ya |za )?(?:asubuhi|mchana|alasiri|jioni|usiku))?)\b"
)
_LEAD: Final = re.compile(r"\b(?:on|for|by|from|at|this|next|kwa|kuanzia|siku ya) (?:the )?$")
_JOINER: Final = re.compile(r"(?:^| )(?:and|or|at|on|to|na|au|ama|hadi)$")


def without(text: str, kind: str) -> str:
    """The text without what it tells of this kind; as it is where it tells nothing of it."""
    said = text.lower()
    spans = [] if len(said) != len(text) else sorted(_spans(said, kind), reverse=True)
    for start, end in spans:
        lead = _LEAD.search(text[:start].lower())
        text = f"{text[: lead.start() if lead else start].rstrip()} {text[end:].lstrip()}"
    return _JOINER.sub("", text.strip(" ,;-")).strip(" ,;-") if spans else text


def _spans(said: str, kind: str) -> Iterator[Span]:
    """Where it tells something of this kind, none of them within another."""
    if kind in (PARTY, STAY):
        yield from circumstances.spans(said, kind)
        return
    for pattern in (DATE, AMERICAN, _NAMED) if kind == DAY else (_HOUR,):
        yield from (found.span() for found in pattern.finditer(said))
        said = pattern.sub(lambda found: "\n" * len(found[0]), said)


def named_in(text: str, kind: str) -> str:
    """What it tells of this kind in its own words; empty where it tells nothing."""
    spans = sorted(_spans(text.lower(), kind))
    return ", ".join(text[start:end].strip(" ,") for start, end in spans) if len(text.lower()) == len(text) else ""


def days_of(item: CatalogGetItemResult) -> frozenset[str]:
    """The days of the week on which it is had; none where it does not say."""
    regular = [each for each in re.split(r"[.;\n]", fold(item.description)) if _REGULAR.search(each)]
    parts = [*_timetable(item), *regular]
    shut = frozenset(day for part in parts if CLOSED.search(part) for day in days_in(part))
    days = frozenset(day for part in parts if not CLOSED.search(part) for day in days_in(part))
    return (days or frozenset(DAYS if shut else ())) - shut


def hours_of(item: CatalogGetItemResult) -> tuple[tuple[str, str], ...]:
    """From when to when it is had; none where it does not say."""
    found = (span for part in _timetable(item) for span in _FROM_TO.findall(part))
    return tuple((clock(begin), clock(end)) for begin, end in found)


def _timetable(item: CatalogGetItemResult) -> list[str]:
    return [fold(value) for name, value in item.attributes.items() if _OF_WHEN & set(re.split(r"[ _]", fold(name)))]


def is_on_another_day(text: str, item: CatalogGetItemResult, today: date) -> tuple[str, ...]:
    """The days of the week that are told, where it is had on none of them."""
    own, meant = days_of(item), tuple(dict.fromkeys(_days_told(fold(text), today)))
    return meant if own and meant and own.isdisjoint(meant) else ()


def _days_told(said: str, today: date) -> Iterator[str]:
    """A date is its day by the calendar, whatever day it is called."""
    for pattern in (DATE, AMERICAN):
        for found in pattern.finditer(said):
            alone = pattern.search(said, found.start("day") if pattern is DATE else found.start())
            day = day_of(alone, today) if alone else None
            if day is not None:
                yield DAYS[day.first.weekday()]
        said = pattern.sub(" ", said)
    yield from days_in(said, today)


def is_at_another_hour(text: str, item: CatalogGetItemResult) -> bool:
    """Whether an hour is told, and it is had at none that it may be."""
    spans, hours = hours_of(item), [hour for fact in facts_in(text)[0] for hour in fact.hours]
    return bool(spans and hours) and not any(_is_in(hour, *span) for hour in hours for span in spans)


def _is_in(hour: str, begin: str, end: str) -> bool:
    return begin <= hour <= end if begin < end else hour >= begin or hour <= end
