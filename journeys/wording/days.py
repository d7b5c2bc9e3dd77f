"""The name of a day and of a month, a date, and a moment as it is told on a day."""

from datetime import date, datetime

from journeys.state import ConversationState
from journeys.wording.phrases import say
from tenants.validators import DAYS


def day_name(day: date, state: ConversationState) -> str:
    return name_of_day(DAYS[day.weekday()], state)


def name_of_day(day: str, state: ConversationState) -> str:
    return say(f"day_{day}", state)


def month_name(day: date, state: ConversationState) -> str:
    return say("months", state).split()[day.month - 1]


def date_of(day: date, state: ConversationState) -> str:
    """The 15th of November 2026, as people write it: "15 November 2026"."""
    return f"{day.day} {month_name(day, state)} {day.year}"


def day_or_today(day: date, now: datetime, state: ConversationState) -> str:
    return say("today", state) if day == now.date() else day_name(day, state)


def moment(at: datetime, now: datetime, state: ConversationState) -> str:
    return f"{day_or_today(at.date(), now, state)} {at:%H:%M}"
