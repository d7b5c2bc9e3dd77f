"""Business days: what is promised in them, as a date."""

from collections.abc import Container
from datetime import date, timedelta
from typing import Final

# Monday is 0: the days before Saturday are worked.
SATURDAY: Final = 5
# A step of the calendar.
DAY: Final = timedelta(days=1)


def after(start: date, business_days: int, holidays: Container[date]) -> date:
    """The day that lies so many business days after this one; weekends and holidays do not count."""
    day, left = start, business_days
    while left:
        day += DAY
        if is_business_day(day, holidays):
            left -= 1
    return day


def is_business_day(day: date, holidays: Container[date]) -> bool:
    return day.weekday() < SATURDAY and day not in holidays
