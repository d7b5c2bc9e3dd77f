"""The days that a customer names, past and to come, with what they say of each: "nilipokea tarehe 10 november"."""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final, NamedTuple

from journeys.check.reading.words import DAYS, OPENING, WEEKDAYS, either
from journeys.check.theirs.by_calendar import months_on
from journeys.check.theirs.days_told import AMERICAN, DATE, WHOLE_MONTH, Days, counted, day_of, month_of

MOST: Final = 6  # days that anybody names in one question: it bounds the work
OF_WEEK: Final = 7  # days
OF_YEAR: Final = 12  # months
VAGUE: Final = {"day": 0, "week": 3, "month": 15, "year": 183}
"""By so many days "three weeks ago" may be more or less."""
_COUNT: Final = r"\d{1,3}|[a-z]{3,8}"
_UNITS: Final = {
    "siku": "day", "wiki": "week", "miezi": "month", "mwezi": "month", "miaka": "year", "mwaka": "year",
}  # fmt: skip
_IN_DAYS: Final = {"day": 1, "week": OF_WEEK}
_WEEKDAY: Final = either(WEEKDAYS)
_NEXT: Final = r"(?:next|ijayo|inayokuja|inakuja)"
_GONE: Final = r"(?:iliyopita|iliopita|iliyoisha|zilizopita|ziliopita|uliopita|uliyopita|zimepita|imepita|umepita|ago)"
_AGO: Final = re.compile(
    rf"\b(?:(?P<much>{_COUNT}) (?P<unit>day|week|month|year)s? ago"
    rf"|(?P<wa>siku|wiki|miezi|mwezi|miaka|mwaka) (?P<ngapi>{_COUNT}) {_GONE})\b"
)
_ISO: Final = re.compile(r"\b(?P<day>[0-3]?\d)[/.](?P<month>[01]?\d)(?:[/.](?P<year>20\d\d))?\b(?![:/.]\d)")
_THE: Final = re.compile(r"\b(?:tarehe (?P<tarehe>[0-3]?\d)|(?:on )?(?:the )?(?P<nth>[0-3]?\d)(?:st|nd|rd|th))\b")
_OF_THE_WEEK: Final = re.compile(
    rf"\b(?:(?P<last>last )|(?P<soon>next week (?:on )?)|(?P<next>next ))?(?P<weekday>{_WEEKDAY})\b"
    rf"(?: (?:(?P<gone>{_GONE})|(?P<later>next week|wiki ijayo|ya wiki ijayo)|(?P<then>{_NEXT})))?"
)
_SAID: Final = (
    (re.compile(r"\b(?:today|tonight|leo|now|sasa|saa hii|sai|saahii|right away)\b"), (0, 0)),
    (re.compile(r"\b(?:tomorrow|kesho)\b(?! kutwa)"), (1, 1)),
    (re.compile(r"\bkesho kutwa\b|\bday after tomorrow\b"), (2, 2)),
    (re.compile(r"\byesterday\b|\bjana\b"), (-1, -1)),
)
_PERIOD: Final = re.compile(
    r"\b(?:last (?P<en>week|month|year)|(?P<sw>wiki|mwezi|mwaka) (?:jana|iliyopita|iliopita|uliopita|uliyopita))\b"
)
_LAST_YEAR: Final = "mwaka jana "
_LAST_MONTH: Final = re.compile(r"\b(?:last|mwaka jana(?: mwezi wa)?) $")
# Before the month of May, which is a verb elsewhere: "when may I cancel".
_OF_MAY: Final = re.compile(
    r"\b(?:in|on|by|of|since|from|to|until|till|last|next|this|early|late|mid|before|after|for|during|and|or|tangu|hadi"
    r"|mpaka|mwezi|mwezi wa|na|kutoka|jana) $"
)
# Before a day that bears no year: what was done then is past.
_IS_PAST: Final = re.compile(
    r"\b(?:bought|got|received|came|arrived|delivered|installed|connected|returned|purchased|ordered|paid|picked|since"
    r"|checked (?:in|out)|forgot|lost|left (?:my|our|the|an?)|stayed|sent"
    r"|last|tangu|(?:ni|tu|i|zi|ki|wa|m|a|ya|vi|u|li)(?:li|me)[a-z]{3,16})\b[^,;.?!]{0,40}$"
)


class NamedDay(NamedTuple):
    """A day, or the days of which it is one, and where it is said."""

    start: int
    end: int
    days: Days


def named_in(said: str, today: date) -> list[NamedDay]:
    """Each in the order in which they stand; a day told twice once."""
    found: list[NamedDay] = []
    for reader in (_ago, _dates, _months, _numbered, _of_week, _periods, _words):
        for each in reader(said, today):
            found.append(each)
            said = said[: each.start] + "." * (each.end - each.start) + said[each.end :]
    found.sort()
    return [each for at, each in enumerate(found) if each.days not in [other.days for other in found[:at]]][:MOST]


def _ago(said: str, today: date) -> Iterator[NamedDay]:
    for found in _AGO.finditer(said):
        unit = found["unit"] or _UNITS[found["wa"]]
        much = counted(found["much"] or found["ngapi"])
        if 0 < much <= MOST * OF_YEAR:
            days = _IN_DAYS.get(unit)
            day = (
                today - timedelta(much * days) if days else months_on(today, -much * (OF_YEAR if unit == "year" else 1))
            )
            around = timedelta(VAGUE[unit])
            yield NamedDay(*found.span(), Days(day - around, min(day + around, today)))


def _dates(said: str, today: date) -> Iterator[NamedDay]:
    for pattern in (DATE, AMERICAN):
        for found in pattern.finditer(said):
            if (day := day_of(found, today)) is not None:
                years = 1 if not found["year"] and day.first > today and _IS_PAST.search(said, 0, found.start()) else 0
                first = months_on(day.first, -years * OF_YEAR)
                yield NamedDay(*found.span(), Days(first, first))
        said = pattern.sub(lambda found: "." * len(found[0]), said)
    for found in _ISO.finditer(said):
        numbers = int(found["day"]), int(found["month"])
        years_of = [int(found["year"])] if found["year"] else [today.year - 1, today.year, today.year + 1]
        meant = (_day(year, numbers[1], numbers[0]) for year in years_of)
        near = min(filter(None, meant), key=lambda one: abs((one - today).days), default=None)
        if near is not None:
            yield NamedDay(*found.span(), Days(near, near))


def _day(year: int, month: int, number: int) -> date | None:
    is_one = 1 <= month <= OF_YEAR and 1 <= number <= monthrange(year, month)[1]
    return date(year, month, number) if is_one else None


def _months(said: str, today: date) -> Iterator[NamedDay]:
    """Of a month that is begun, the days until today; one of which something is told that was done is past."""
    for found in WHOLE_MONTH.finditer(said):
        month, before = month_of(found, today), said[: found.start()]
        if month is None or (found["month"] == "may" and not (found["that"] or _OF_MAY.search(before))):
            continue
        is_of_last_year = before.endswith(_LAST_YEAR)
        is_past = is_of_last_year or _LAST_MONTH.search(before) or _IS_PAST.search(before)
        if not found["that"] and (
            (is_past and month.first > today) or (is_of_last_year and month.first.year == today.year)
        ):
            first = months_on(month.first, -OF_YEAR)
            month = Days(first, first.replace(day=monthrange(first.year, first.month)[1]))
        last = min(month.last, today) if month.first <= today and (is_past or found["that"]) else month.last
        yield NamedDay(found.start() - len(_LAST_YEAR) * is_of_last_year, found.end(), Days(month.first, last))


def _numbered(said: str, today: date) -> Iterator[NamedDay]:
    for found in _THE.finditer(said):
        number = int(found["tarehe"] or found["nth"])
        way = -1 if _IS_PAST.search(said, 0, found.start()) else 1
        months = (months_on(today.replace(day=1), way * ahead) for ahead in range(3))
        days = (day for first in months if (day := _day(first.year, first.month, number)) is not None)
        near = next((day for day in days if (day - today).days * way >= 0), None)
        if near is not None:
            yield NamedDay(*found.span(), Days(near, near))


def _of_week(said: str, today: date) -> Iterator[NamedDay]:
    """A day of the week alone is the next one; "next Thursday" may be this one or the one after."""
    for found in _OF_THE_WEEK.finditer(said):
        number = next(at for at, day in enumerate(DAYS) if re.fullmatch(either(OPENING[day]), found["weekday"]))
        ahead = today + timedelta((number - today.weekday()) % OF_WEEK)
        monday = today - timedelta(today.weekday())
        if found["soon"] or found["later"]:
            day = monday + timedelta(OF_WEEK + number)
            yield NamedDay(*found.span(), Days(day, day))
        elif found["next"] or found["then"]:
            first = ahead if ahead > today else ahead + timedelta(OF_WEEK)
            yield NamedDay(*found.span(), Days(first, first + timedelta(OF_WEEK)))
        elif found["last"] or found["gone"]:
            last = today - timedelta((today.weekday() - number) % OF_WEEK or OF_WEEK)
            yield NamedDay(*found.span(), Days(last - timedelta(OF_WEEK), last))
        elif _IS_PAST.search(said, 0, found.start()):
            last = today - timedelta((today.weekday() - number) % OF_WEEK or OF_WEEK)
            yield NamedDay(*found.span(), Days(last, last))
        else:
            yield NamedDay(*found.span(), Days(ahead, ahead))


def _periods(said: str, today: date) -> Iterator[NamedDay]:
    for found in _PERIOD.finditer(said):
        unit = found["en"] or _UNITS[found["sw"]]
        monday, first = today - timedelta(today.weekday()), today.replace(day=1)
        if unit == "week":
            days = Days(monday - timedelta(OF_WEEK), monday - timedelta(1))
        elif unit == "month":
            days = Days(months_on(first, -1), first - timedelta(1))
        else:
            days = Days(date(today.year - 1, 1, 1), date(today.year - 1, OF_YEAR, 31))
        yield NamedDay(*found.span(), days)


def _words(said: str, today: date) -> Iterator[NamedDay]:
    for pattern, (least, most) in _SAID:
        for found in pattern.finditer(said):
            yield NamedDay(*found.span(), Days(today + timedelta(least), today + timedelta(most)))
        said = pattern.sub(lambda found: "." * len(found[0]), said)
