"""Processes that end are started again; one that ends again and again is given up; all are stopped in the end."""

import sys
from pathlib import Path

import pytest

from config import processes
from config.processes import ENDINGS, Processes


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "WATCH_SECONDS", 0.01)


def python(words: str) -> list[str]:
    return [sys.executable, "-S", "-c", words]


def test_who_ends_is_started_again_until_it_is_hopeless(tmp_path: Path) -> None:
    running = Processes(tmp_path, {"steady": python("import time; time.sleep(60)"), "weak": python("print('here')")})
    running.start()
    try:
        assert running.watch() == "weak"
        assert (tmp_path / "weak.log").read_text().count("here") == ENDINGS
        assert (tmp_path / "steady.log").read_text() == ""
    finally:
        running.stop()
    assert running.dead() is not None


def test_who_ends_seldom_is_not_hopeless(tmp_path: Path) -> None:
    running = Processes(tmp_path, {})
    seldom = [running._is_hopeless("web", now=number * processes.WITHIN_SECONDS) for number in range(20)]
    assert not any(seldom)
