"""What the soak asks of research: a run that was done and one that was cancelled pass, and each fault is found."""

from typing import Any

import pytest

from tests.soak.researchers import CHECKS

DONE: dict[str, Any] = {
    "run": "a", "phase": "done", "ended_because": "completed", "is_cancelled": False, "steps": 9, "steps_taken": 9,
    "tries": 0, "has_asked": True, "asked": 1, "reports": 1, "told": 1,
}  # fmt: skip
CANCELLED = DONE | {
    "run": "b", "phase": "cancelled", "ended_because": "cancelled", "is_cancelled": True, "steps": 2, "steps_taken": 2,
    "reports": 0, "told": 0,
}  # fmt: skip
FAULTS = {
    "research that did not come to its end": (DONE | {"ended_because": "error"}, CANCELLED | {"ended_because": ""}),
    "research whose questions were never sent": (DONE | {"asked": 0}, CANCELLED | {"asked": 0}),
    "research with a step lost or kept twice": (DONE | {"steps": 10}, CANCELLED | {"steps": 1}),
    "research without its one report": (DONE | {"reports": 0}, CANCELLED | {"reports": 1}),
    "research whose report was not told once": (DONE | {"told": 2}, CANCELLED | {"told": 1}),
}


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_is_silent_until_there_is_something_to_find(name: str) -> None:
    assert CHECKS[name]([DONE, CANCELLED]) == []
    for fault in FAULTS[name]:
        assert len(CHECKS[name]([DONE, fault, CANCELLED])) == 1
