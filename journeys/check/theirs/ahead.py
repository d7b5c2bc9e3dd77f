"""So many days that something must be told or booked before, held to the customer's own day: "14 days ahead, so 10
December is too soon". Counted from today.
"""

import re
from datetime import date
from typing import Final

from journeys.check.theirs.bounded import Says
from journeys.check.theirs.days_told import days_in
from knowledge.text import fold

_AHEAD: Final = re.compile(
    r"\b(?:at least|angalau|not later than|minimum)? ?(?P<much>\d{1,3}) (?P<unit>day|week)s? "
    r"(?:ahead|in advance|before(?: (?:you |your |the )?(?:arriv\w{1,3}|com\w{1,3}|move))?)\b"
    r"|\b(?:angalau )?(?P<siku>siku|wiki) (?P<ngapi>\d{1,3}) (?:kabla|mapema)\b"
)
# "Free until 7 days before arrival": their day may be the one on which they cancel, which is reckoned by the calendar.
_ENDS: Final = re.compile(r"\b(?:until|till|up to|hadi|mpaka)(?: (?:the|ya))? ?\Z")
_WEEK: Final = 7  # days


def is_so(meaning: str, rule: str, says: Says, today: date | None) -> bool | None:
    """None where the rule asks for no such time, or not one day of theirs is named."""
    told = fold(rule)
    asks = [found for found in _AHEAD.finditer(told) if not _ENDS.search(told[: found.start()])]
    days = {day for day in days_in(fold(meaning), today) if day is None or day.first != today} if today else set()
    if len(asks) != 1 or len(days) != 1 or today is None:
        return None
    day = days.pop()
    if day is None or day.is_month:
        return None
    found = asks[0]
    times = _WEEK if (found["unit"] or found["siku"]) in ("week", "wiki") else 1
    is_in_time = (day.first - today).days >= int(found["much"] or found["ngapi"]) * times
    return is_in_time if says == "holds" else not is_in_time
