"""The days of the week that "today" and "tomorrow" are."""

import re
from datetime import date
from typing import Final

from journeys.check.reading.words import either

DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def dated(text: str, today: date | None) -> str:
    """With the names of the days that "today" and "tomorrow" are."""
    if today is None:
        return text
    for ahead, names in ((0, ("today", "tonight", "leo")), (1, ("tomorrow", "kesho"))):
        day = DAYS[(today.weekday() + ahead) % 7]
        text = re.sub(rf"\b{either(names)}\b", day, text, flags=re.IGNORECASE)
    return text
