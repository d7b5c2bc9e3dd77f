"""The soak's own checks: sound evidence passes all of them, and each finds the fault it is there for."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.soak.checks import CHECKS, Evidence
from tests.soak.crowd import Acknowledged
from tests.soak.site.twilio import Taken
from tests.soak.site.wire import Line

NOON = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
LINE = Line(tenant="t1", token="token", account="AC1", secret="secret", sender="whatsapp:+254700000001")
ADDRESS = "whatsapp:+254712000001"


def at(seconds: int) -> datetime:
    return NOON + timedelta(seconds=seconds)


def sound() -> Evidence:
    """Two messages, each answered by a turn of its own with one reply."""
    numbers = (1, 2)
    return Evidence(
        acknowledged=[
            Acknowledged(sid=f"SM{n}", tenant="t1", customer=ADDRESS, tries=1, seconds=0.1, at=at(10 * n).timestamp())
            for n in numbers
        ],
        taken=[
            Taken(
                own_id=f"o{n}", sid=f"SO{n}", account="AC1", to=ADDRESS, sender=LINE.sender, fate="fine",
                taken_at=float(n), document={},
            )
            for n in numbers
        ],
        lines=[LINE],
        inbound=[
            {"sid": f"SM{n}", "status": "answered", "received_at": at(10 * n), "conversation_id": "c",
             "tenant_id": "t1", "address": ADDRESS, "turn_id": n, "turn_status": "committed",
             "started_at": at(10 * n + 1), "finished_at": at(10 * n + 2)}
            for n in numbers
        ],
        outbound=[
            {"own_id": f"o{n}", "status": "sent", "is_ambiguous": False, "conversation_id": "c", "tenant": "t1",
             "address": ADDRESS}
            for n in numbers
        ],
        turns=[
            {"id": n, "conversation_id": "c", "started_at": at(10 * n + 1), "finished_at": at(10 * n + 2),
             "thought_of": 1, "answered": 1}
            for n in numbers
        ],
        strays=[],
    )  # fmt: skip


def broken(part: str, place: int, **changes: Any) -> Evidence:
    rows = list(getattr(sound(), part))
    rows[place] = rows[place] | changes
    return replace(sound(), **{part: rows})


FAULTS: dict[str, Callable[[], Evidence]] = {
    "acknowledged and not stored exactly once": lambda: replace(sound(), inbound=sound().inbound[:1]),
    "not answered by exactly one committed turn": lambda: broken("turns", 0, thought_of=2),
    "turns that overlap": lambda: broken("turns", 0, finished_at=at(22)),
    "answered or received out of order": lambda: broken("inbound", 0, received_at=at(60)),
    "sent more than once, not marked ambiguous": lambda: replace(sound(), taken=[*sound().taken, sound().taken[0]]),
    "lost, given up or unknown to the outbox": lambda: replace(sound(), taken=sound().taken[:1]),
    "sent out of order": lambda: replace(sound(), taken=sound().taken[::-1]),
    "rows touching another tenant": lambda: broken("inbound", 1, tenant_id="t2"),
}


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_is_silent_until_there_is_something_to_find(name: str) -> None:
    assert CHECKS[name](sound()) == []
    assert CHECKS[name](FAULTS[name]()) != []


def test_what_is_marked_ambiguous_may_be_sent_twice() -> None:
    twice = replace(broken("outbound", 0, is_ambiguous=True), taken=[*sound().taken, sound().taken[0]])
    assert CHECKS["sent more than once, not marked ambiguous"](twice) == []
