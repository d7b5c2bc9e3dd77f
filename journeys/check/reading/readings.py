"""Written values as they are compared: 5,000.00 and 5k are 5000, +254 712… and 0712… are one phone."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from decimal import Decimal

from journeys.check.reading import patterns
from journeys.check.reading.words import CURRENCIES, MONTHS

# A year in which the 29th of February is a date.
LEAP_YEAR = 2024
BASES = {
    "second": ("second", 1), "minute": ("second", 60), "hour": ("second", 3_600), "day": ("second", 86_400),
    "week": ("second", 604_800), "month": ("month", 1), "year": ("month", 12),
}  # fmt: skip

# Parts that are told in words, in percent.
PERCENTS = {
    "a half": "50",
    "half": "50",
    "a quarter": "25",
    "a fifth": "20",
    "a tenth": "10",
    "nusu": "50",
    "robo": "25",
}
_PART = re.compile(
    r"\b(?:a half|half|a quarter|a fifth|a tenth|nusu|robo)\b(?! (?:an? |of an )?(?:hour|past|board|saa))"
)


def key(value: Decimal) -> str:
    """A number for comparing."""
    return format(value.normalize(), "f") if value else "0"


def code_key(code: str) -> str:
    """A code for comparing: its letters and digits."""
    return re.sub(r"[^a-z0-9]", "", code.casefold())


def phone_key(phone: str) -> str:
    """The last nine digits: a number is the same with and without its country."""
    return re.sub(r"\D", "", phone)[-9:]


def currency(text: str) -> str:
    """The family of a currency mark, all shillings being one; empty when there is none."""
    found = patterns.CURRENCY_MARK.search(text)
    return CURRENCIES[found.group().casefold()] if found else ""


def measure(reading: str, unit: str) -> str:
    """A measure for comparing: a day is 24 hours, two weeks are 14 days, a year is 12 months."""
    base, times = BASES.get(unit, (unit, 1))
    return f"{key(Decimal(reading) * times)} {base}"


def numbers(text: str) -> frozenset[str]:
    """The ways to read the first number of a text."""
    found = patterns.NUMERAL.search(text)
    if found is None:
        return frozenset()
    scale = (found.group(2) or "").casefold()
    values = set(_readings(found.group(1)))
    scaled = {value.scaleb(patterns.POWERS[scale]) for value in values} if scale else values
    # "2m" is two million, or two metres.
    return frozenset(key(value) for value in (scaled | values if scale == "m" else scaled))


def _readings(digits: str) -> Iterator[Decimal]:
    """5.000 may be five thousand or five; 5,000.00 and 5.000,00 can only be five thousand."""
    plain = patterns.GROUPING.sub("", digits)
    marks = re.findall(r"[.,]", plain)
    if not marks:
        yield Decimal(plain)
        return
    head, mark, tail = plain.rpartition(marks[-1])
    whole = re.sub(r"[.,]", "", head)
    is_grouped = len(tail) == 3 and len(set(marks)) == 1 and whole.lstrip("0") != ""
    if is_grouped:
        yield Decimal(whole + tail)
    if not is_grouped or (mark == "." and len(marks) == 1):
        yield Decimal(f"{whole}.{tail}")


def percents_in(text: str) -> frozenset[str]:
    """The parts of a text as percentages: "a fifth off" is 20."""
    return frozenset(PERCENTS[found] for found in _PART.findall(text.casefold()))


def clock(text: str) -> str:
    """A time of day as HH:MM."""
    hours, *rest = re.findall(r"\d+", text)
    hour, marks = int(hours), text.casefold()
    if "p" in marks and hour < 12:
        hour += 12
    if "a" in marks and hour == 12:
        hour = 0
    return f"{hour:02d}:{rest[0] if rest else '00'}"


def dates(text: str) -> frozenset[str]:
    """The ways to read a date; a year that is not said is a dash."""
    found = [int(number) for number in re.findall(r"\d+", text)]
    month = next((MONTHS[word] for word in re.findall(r"[a-z]+", text.casefold()) if word in MONTHS), 0)
    if month:
        return frozenset({date_key(found[1] if len(found) > 1 else 0, month, found[0])})
    first, second, third = found
    if re.match(r"\d{4}", text):
        return frozenset({date_key(first, second, third)})
    year = third + 2000 if third < 100 else third
    days_and_months = ((first, second), (second, first))
    return frozenset(date_key(year, month, day) for day, month in days_and_months if _is_date(month, day))


def date_key(year: int, month: int, day: int) -> str:
    """A date for comparing."""
    return f"{year or '-'}/{month}/{day}"


def without_year(reading: str) -> str:
    """What a date is called when nobody says the year."""
    return f"-/{reading.partition('/')[2]}"


def _is_date(month: int, day: int) -> bool:
    with suppress(ValueError):
        return bool(date(LEAP_YEAR, month, day))
    return False
