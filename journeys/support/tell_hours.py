"""tell_hours: whether the business is open, from its own hours, in its own time."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from journeys import tenant
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.support.applied.case import CustomerCase
from journeys.wording.days import day_name
from journeys.wording.phrases import say
from knowledge.text import words
from tenants.rules import Hours
from tenants.validators import DAYS

OF_DAY: Final = (
    "monday mondays mon jumatatu", "tuesday tuesdays tue jumanne", "wednesday wednesdays wed jumatano",
    "thursday thursdays thu alhamisi", "friday fridays fri ijumaa", "saturday saturdays sat sato jumamosi",
    "sunday sundays sun jumapili",
)  # fmt: skip
ALL_WEEK: Final = re.compile(r"\b(?:hours|every day|week|masaa|saa za)\b")
JUST_NOW: Final = frozenset({"now", "today", "tonight", "leo", "sasa", "usiku", "still", "sai", "saahii"})
OF_TODAY: Final = frozenset(
    {"today", "leo", "close", "closes", "closing", "mnafunga", "unafunga", "inafungwa", "mnaclose"}
)
MIDNIGHT: Final = "00:00-24:00"
OF_HOLIDAYS: Final = frozenset({
    "christmas", "xmas", "krismasi", "boxing", "easter", "pasaka", "holiday", "holidays", "sikukuu", "idd", "eid",
    "madaraka", "mashujaa", "jamhuri",
})  # fmt: skip
"""Days of which the hours of the week tell only what is usual."""


def tell_hours(text: str, state: ConversationState, context: TurnContext) -> Done:
    hours, now = tenant.hours(context), tenant.local_now(context)
    asked = set(words(text))
    days = _days_asked(asked, now)
    day = days[0] if days else None
    if all(hours.by_day.get(name) == MIDNIGHT for name in DAYS):
        parts = [say("hours_always", state, business=state.tenant.tenant_name)]
    elif len(days) > 1:
        parts = [" ".join(_on_day(each, hours, state) for each in days)]
    elif day is not None and (day != now.date() or not asked & JUST_NOW):
        parts = [_on_day(day, hours, state)]
    elif asked & OF_HOLIDAYS:
        parts = [say("hours_of_holidays", state), _week(hours, state)]
    else:
        parts = [_now(hours, now, state)]
        if asked & OF_TODAY and _opens_later(hours, now):
            parts = [_on_day(now.date(), hours, state)]
        if ALL_WEEK.search(" ".join(words(text))) and not asked & JUST_NOW:
            parts.append(_week(hours, state))
    parts = [*_at_their_hour(text, days, hours, now, state), *parts]
    settled = state.having(support_asks=0, clarify_turns=0)
    return Done(state=settled, reply=Text(text="\n\n".join(parts)))


def _at_their_hour(
    text: str, days: Sequence[date], hours: Hours, now: datetime, state: ConversationState
) -> Iterator[str]:
    """Whether it is open at the hour that they name, on their one day or today."""
    hour, day = CustomerCase(text, now).hour, days[0] if days else now.date()
    if hour and len(days) <= 1 and hours.on(day) is not None and hours.by_day.get(DAYS[day.weekday()]) != MIDNIGHT:
        times = _times(day, hours)
        is_open = times["opens"] <= hour < times["closes"]
        spans = f"{times['opens']}-{times['closes']}"
        yield say("applied_open_at" if is_open else "applied_closed_at", state, hour=hour, hours=spans)


def _days_asked(asked: set[str], now: datetime) -> list[date]:
    """The days that are named, in the order of the week; tomorrow alone."""
    if asked & {"tomorrow", "kesho"}:
        return [now.date() + timedelta(days=1)]
    named = [place for place, names in enumerate(OF_DAY) if asked & set(names.split())]
    return [now.date() + timedelta(days=(weekday - now.weekday()) % 7) for weekday in named]


def _on_day(day: date, hours: Hours, state: ConversationState) -> str:
    period = hours.on(day)
    if period is None:
        return say("hours_closed_on", state, business=state.tenant.tenant_name, day=day_name(day, state))
    return say("hours_on", state, business=state.tenant.tenant_name, day=day_name(day, state), **_times(day, hours))


def _now(hours: Hours, now: datetime, state: ConversationState) -> str:
    period = hours.open_period(now)
    if period is not None:
        closes = _times(period.opens.date(), hours)["closes"]
        return say("hours_open_now", state, business=state.tenant.tenant_name, closes=closes)
    coming = hours.next_period(now)
    if coming is None:
        return say("hours_closed_now", state, business=state.tenant.tenant_name)
    day, opens = coming.opens.date(), _times(coming.opens.date(), hours)["opens"]
    named = say("today", state) if day == now.date() else day_name(day, state)
    return say("hours_opens_next", state, business=state.tenant.tenant_name, day=named, opens=opens)


def _opens_later(hours: Hours, now: datetime) -> bool:
    """Whether the doors are still shut, but will open today."""
    coming = hours.next_period(now) if hours.open_period(now) is None else None
    return coming is not None and coming.opens.date() == now.date()


def _week(hours: Hours, state: ConversationState) -> str:
    written = [(say(f"day_{name}", state), hours.by_day.get(name, "closed")) for name in DAYS]
    return "\n".join(f"{day}: {say('closed', state) if span == 'closed' else span}" for day, span in written)


def _times(day: date, hours: Hours) -> dict[str, str]:
    """As the tenant wrote them, so that they are known word for word."""
    opens, closes = hours.by_day[DAYS[day.weekday()]].split("-")
    return {"opens": opens, "closes": closes}
