"""The name of a day, and a moment as it is told on one."""

from datetime import date, datetime

from journeys.state import ConversationState
from journeys.wording.phrases import say
from tenants.validators import DAYS


def day_name(day: date, state: ConversationState) -> str:
    return name_of_day(DAYS[day.weekday()], state)


def name_of_day(day: str, state: ConversationState) -> str:
    return say(f"day_{day}", state)


def day_or_today(day: date, now: datetime, state: ConversationState) -> str:
    return say("today", state) if day == now.date() else day_name(day, state)


def moment(at: datetime, now: datetime, state: ConversationState) -> str:
    return f"{day_or_today(at.date(), now, state)} {at:%H:%M}"
