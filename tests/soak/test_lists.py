"""What the soak asks of lists and reports: sound looks pass, and each fault is found."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.soak.away import Absence
from tests.soak.lists import CHECKS, Look, Looks


def look(at: float, answer: str = "200", *, seconds: float = 0.2) -> Look:
    return Look(page="/desk/report/", at=at, seconds=seconds, answer=answer)


AWAY = Absence(name="replica", began=10, ended=20)
# Refused while something else was away.
SOUND = Looks(looks=[look(5, "503"), look(6), look(15), look(25)], absences=[AWAY], scans_before=2, scans_after=1)
FAULTS: dict[str, Callable[[], list[Looks]]] = {
    "lists and reports refused while the replica was away": lambda: [
        replace(SOUND, looks=[*SOUND.looks, refused])
        for refused in (look(15, "503"), look(9.9, "500"), look(19.9, "ReadTimeout", seconds=15))
    ],
    "no list was served while the replica was away": lambda: [replace(SOUND, looks=[look(6), look(25)])],
    "no list was read from the replica": lambda: [replace(SOUND, scans_before=0), replace(SOUND, scans_after=0)],
}


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_is_silent_until_there_is_something_to_find(name: str) -> None:
    assert CHECKS[name](SOUND) == []
    for fault in FAULTS[name]():
        assert len(CHECKS[name](fault)) == 1
