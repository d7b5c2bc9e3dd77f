"""When a message that was not taken is sent again: later each time, never together with all others, for four hours."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from conversations.models import OutboundMessage

Status = OutboundMessage.Status
Now = Callable[[], datetime]
# Draws a number between two, as random.uniform does.
Chance = Callable[[float, float], float]

# An answer that is older than this is to a question nobody asks any more. Five minutes between tries are soon after
# an outage, and no burden during one.
LIFE = timedelta(hours=4)
# A provider that is back is noticed within five minutes.
LONGEST = timedelta(minutes=5)
# Most failures are over in a second.
FIRST = timedelta(seconds=1)
# WhatsApp gave up on it, which it does not do before it has tried for a while.
FIRST_AFTER_DELIVERY_FAILED = timedelta(seconds=30)
# Two to the twentieth seconds is past every limit: no overflow, whatever was counted.
LONGEST_DOUBLING = 20


def delay(tries: int, *, chance: Chance, first: timedelta = FIRST) -> timedelta:
    """How long to wait before a try: double with each, a quarter more or less, so that not all come back at once."""
    steady: timedelta = min(LONGEST, first * 2 ** min(tries - 1, LONGEST_DOUBLING))
    return steady * chance(0.75, 1.25)


def again(message: OutboundMessage, why: str, *, after: timedelta, now: datetime) -> dict[str, Any]:
    """The row's next state: queued for later, or failed when four hours are over."""
    if now + after > (message.first_tried_at or now) + LIFE:
        return {"status": Status.FAILED, "reason": f"Given up after four hours of trying: {why}"[:300]}
    return {"status": Status.QUEUED, "due_at": now + after, "reason": why[:300]}
