"""Business days: what is promised in them, as a date."""

from collections.abc import Container
from datetime import date, timedelta
from typing import Final

SATURDAY: Final = 5
DAY: Final = timedelta(days=1)


def after(start: date, business_days: int, holidays: Container[date]) -> date:
    """The last of so many business days after a day; weekends and holidays do not count."""
    day, left = start, business_days
    while left:
        day += DAY
        if is_business_day(day, holidays):
            left -= 1
    return day


def is_business_day(day: date, holidays: Container[date]) -> bool:
    return day.weekday() < SATURDAY and day not in holidays
