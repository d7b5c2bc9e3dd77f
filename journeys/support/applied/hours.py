"""An hour or a day of theirs beside the hours that a page tells: open then, closed, in time, or too late."""

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Final

from journeys.support.applied.case import CustomerCase, RuleVerdict
from knowledge import lexicon
from knowledge.answer.opening import hours_on, is_open
from knowledge.text import fold

OF_WEEK: Final = 7  # days
MORNING: Final = "06:00"
# When a door is open, and not when it shall be quiet: "Quiet hours are from 23:00 to 07:00".
_HOURS: Final = re.compile(
    r"\b(?:open|opening|opens|wazi|saa za kazi|masaa ya kazi)\b|(?:\A|[\u2022*] )(?:hours|masaa)\b", re.IGNORECASE
)
_HAS_A_LAST: Final = re.compile(r"\b(?:last|mwisho)\b", re.IGNORECASE)
_SPAN: Final = re.compile(r"\b\d\d:\d\d ?(?:-|to|until|hadi) ?\d\d:\d\d\b")
_NOW: Final = re.compile(r"\b(?:now|sasa|saa hii|sai|saahii|right now|currently|still open)\b")
_CLOCK: Final = r"(?P<hour>[0-2]\d:[0-5]\d)"
_SAME_DAY: Final = re.compile(rf"\bsame day\b.{{0,40}}\bbefore {_CLOCK}")
_ORDERS: Final = re.compile(r"\b(?:order\w*|buy|pay)\b|\b\w{0,14}(?:order|agiza|nunua|lipa)\w*")
_LATEST: Final = re.compile(rf"\b(?:until|till|by|before|no later than|hadi|mpaka|kabla ya)(?: saa)? {_CLOCK}")
_EARLIEST: Final = re.compile(rf"\b(?:from|after|kuanzia|baada ya)(?: saa)? {_CLOCK}")
# By when they have to be gone themselves: what ends later than that is in time, what ends before may be, too.
_LEAVES: Final = re.compile(r"\b(?:flight|plane|train|sgr|bus|ndege|treni|gari|basi)\b")
_WITHIN: Final = re.compile(r"\b(?:within|in under|ndani ya) (?:saa |masaa )?(?P<count>\d{1,2}) ?(?:hours?\b)?")
_OF_HOURS: Final = re.compile(r"\b(?:hours?|saa|masaa)\b")
_STILL: Final = re.compile(r"\b(?:still|not|nt|bado|never|nothing|ha(?:i|u|ki|zi)[a-z]{3,12}|hakuna)\b")
_ANY_HOUR: Final = re.compile(r"\b[0-2]?\d:[0-5]\d\b")


def of_opening(case: CustomerCase, lines: Sequence[str]) -> RuleVerdict | None:
    """Whether it is open on the day, or at the hour, that they name; of one place only."""
    told = [line for line in lines if _HOURS.search(line) and _SPAN.search(line)]
    days = [day.days for day in case.days]
    if len(told) != 1 or len(days) > 1 or any(day.is_month for day in days) or not (days or case.hour):
        return None
    line = _of_what_they_name(told[0], case)
    day = days[0].first if days else None
    hour = case.hour or (f"{case.now:%H:%M}" if _NOW.search(case.folded) and day == case.today else "")
    if not line or (hour and _HAS_A_LAST.search(line)):
        return None
    return _at(line, hour, day, case) if hour else _on(line, day, case) if day else None


def _of_what_they_name(line: str, case: CustomerCase) -> str:
    """The line; of one that tells breakfast, lunch and dinner apart, the part that they name, or nothing."""
    parts = [part for part in line.split(";") if _SPAN.search(part)]
    named = [lexicon.things(part) for part in parts]
    if len(parts) == 1 or not all(named):
        return line
    fitting = [part for part, things in zip(parts, named, strict=True) if things & lexicon.things(case.folded)]
    return fitting[0] if len(fitting) == 1 else ""


def _on(line: str, day: date, case: CustomerCase) -> RuleVerdict | None:
    spans = hours_on(line, day.weekday())
    if spans is None:
        return None
    return RuleVerdict(_named("open" if spans else "closed", day, case), {"day": day, "hours": _told(spans)})


def _at(line: str, hour: str, day: date | None, case: CustomerCase) -> RuleVerdict | None:
    """At that hour of their day; of a day that they do not name, what holds on every one."""
    days = [day] if day else [case.today + timedelta(ahead) for ahead in range(OF_WEEK)]
    spans = [hours_on(line, each.weekday()) for each in days]
    if any(each is None for each in spans) or (not day and any(each != spans[0] for each in spans)):
        return None
    at = datetime(days[0].year, days[0].month, days[0].day, int(hour[:2]), int(hour[3:]), tzinfo=case.now.tzinfo)
    if not spans[0]:
        return RuleVerdict(_named("closed", day, case), {"day": day}) if day else None
    if day and hour < MORNING and is_open(line, at) is not is_open(line, at + timedelta(days=1)):
        return None  # the night before that day, or the one after
    values = {"hour": hour, "hours": _told(spans[0])}
    return RuleVerdict("applied_open_at" if is_open(line, at) else "applied_closed_at", values)


def _is_named(line: str, case: CustomerCase) -> bool:
    """Whether they say what stands before its colon: "Check-in: from 14:00"."""
    name = _letters(line.partition(":")[0])
    return bool(name) and name in _letters(case.folded)


def _letters(text: str) -> str:
    return re.sub(r"[^a-z]", "", fold(text))


def _named(how: str, day: date, case: CustomerCase) -> str:
    return f"applied_{how}_today" if day == case.today else f"applied_{how}_on"


def _told(spans: Sequence[tuple[int, int]]) -> str:
    return ", ".join(
        f"{opens // 60:02d}:{opens % 60:02d}-{closes // 60:02d}:{closes % 60:02d}" for opens, closes in spans
    )


def of_same_day(case: CustomerCase, lines: Sequence[str]) -> RuleVerdict | None:
    """Whether an order at their hour, or now, comes the same day; an hour that is over today is not ahead."""
    limits = {found["hour"] for line in lines for found in _SAME_DAY.finditer(fold(line))}
    days = [day.days.first for day in case.days]
    if len(limits) != 1 or len(days) > 1 or not _ORDERS.search(case.folded):
        return None
    limit, now = limits.pop(), f"{case.now:%H:%M}"
    is_today = days == [case.today]
    if not case.hour and not is_today:
        return None
    if is_today and (not case.hour or case.hour < now):
        return RuleVerdict(
            "applied_order_passed" if now >= limit else "applied_order_before", {"hour": now, "limit": limit}
        )
    return RuleVerdict(
        "applied_order_before" if case.hour < limit else "applied_order_after", {"hour": case.hour, "limit": limit}
    )


def of_limit(case: CustomerCase, lines: Sequence[str]) -> RuleVerdict | None:
    """Whether their hour is in time for the one hour until which, or from which, something may be done."""
    told = [line for line in lines if _LATEST.search(fold(line)) or _EARLIEST.search(fold(line))]
    told = told if len(told) == 1 else [line for line in told if _is_named(line, case)]
    if len(told) != 1 or not case.hour or len(set(_ANY_HOUR.findall(told[0]))) != 1:
        return None
    latest, earliest = _LATEST.search(fold(told[0])), _EARLIEST.search(fold(told[0]))
    if (latest is None) is (earliest is None):
        return None
    limit = (latest or earliest)["hour"]  # type: ignore[index]  # one of them was found
    if latest and _LEAVES.search(case.folded) and case.hour > limit:
        return None
    is_in_time = case.hour <= limit if latest else case.hour >= limit
    name = "applied_hour_in_time" if is_in_time else "applied_hour_late" if latest else "applied_hour_early"
    return RuleVerdict(name, {"hour": case.hour, "limit": limit})


def of_hours_within(case: CustomerCase, lines: Sequence[str]) -> RuleVerdict | None:
    """Until when hours run that are counted from an hour of today, and that they are over for who still waits."""
    told = {
        int(found["count"]) for line in lines for found in _WITHIN.finditer(fold(line)) if _OF_HOURS.search(found[0])
    }
    is_of_today = all(day.days.first == day.days.last == case.today for day in case.days)
    if len(told) != 1 or not case.hour or not is_of_today or not _STILL.search(case.folded):
        return None
    begun = datetime.combine(case.today, time.fromisoformat(case.hour), tzinfo=case.now.tzinfo)
    end = begun + timedelta(hours=told.pop())
    if begun > case.now or end.date() != case.today:
        return None
    name = "applied_hours_over" if end < case.now else "applied_hours_until"
    return RuleVerdict(name, {"hour": case.hour, "limit": f"{end:%H:%M}"})
