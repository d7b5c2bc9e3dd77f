"""Processes that end are started again; one that ends again and again is given up; all are stopped in the end."""

import sys
from pathlib import Path

import psutil
import pytest

from config import processes
from config.processes import ENDINGS, Processes
from tests.soak.site.supervisor import until


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "WATCH_SECONDS", 0.01)


def python(words: str) -> list[str]:
    return [sys.executable, "-S", "-c", words]


def test_who_ends_is_started_again_until_it_is_hopeless(tmp_path: Path) -> None:
    running = Processes(tmp_path, {"steady": python("import time; time.sleep(60)"), "weak": python("print('here')")})
    running.start()
    try:
        assert running.watch(until=lambda: False) == "weak"
        assert (tmp_path / "weak.log").read_text().count("here") == ENDINGS
        assert (tmp_path / "steady.log").read_text() == ""
    finally:
        running.stop()
    assert running.dead() is not None


def test_a_killed_parent_leaves_no_children(tmp_path: Path) -> None:
    words = "import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid)"
    running = Processes(tmp_path, {"parent": python(words)})
    running.start()
    assert running.watch(until=lambda: False) == "parent"
    running.stop()
    children = (tmp_path / "parent.log").read_text().split()
    assert len(children) == ENDINGS
    until(lambda: not any(map(is_alive, children)), seconds=10, what="the children have ended")


def is_alive(pid: str) -> bool:
    """Whether it runs; one that has ended may still be waited for by nobody."""
    try:
        return psutil.Process(int(pid)).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_who_ends_seldom_is_not_hopeless(tmp_path: Path) -> None:
    running = Processes(tmp_path, {})
    seldom = [running._is_hopeless("web", now=number * processes.WITHIN_SECONDS) for number in range(20)]
    assert not any(seldom)
