"""The name of a day."""

from datetime import date

from journeys.state import ConversationState
from journeys.wording.phrases import say
from tenants.validators import DAYS


def day_name(day: date, state: ConversationState) -> str:
    return say(f"day_{DAYS[day.weekday()]}", state)
