"""How many processor seconds the tests took, told at the end beside what `make test` may take.

Wall-clock says little on a machine that others use. Counted are each worker, what it has started, and its part of the
tests' PostgreSQL; what was killed, or serves an installation of its own, is not.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

TESTS = Path(__file__).resolve().parent
# Five minutes of two cores, without what three workers take to begin and to wait for the last of them.
BUDGET_SECONDS = 500.0
TOLD = 12
TICKS = os.sysconf("SC_CLK_TCK")
METER = pytest.StashKey["_Meter"]()
SPENT = pytest.StashKey[defaultdict[str, float]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[SPENT] = defaultdict(float)
    config.stash[METER] = _Meter()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Whatever was taken before the first test is the start and the collection; what was taken between two tests counts
    with the second, for to look takes time too.
    """
    spent, meter = item.config.stash[SPENT], item.config.stash[METER]
    if not spent:
        spent["to begin"] = meter.since()
    result = yield
    spent[item.path.relative_to(TESTS).parts[0]] += meter.since()
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput"):
        session.config.workeroutput["spent"] = dict(session.config.stash[SPENT])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    for folder, seconds in getattr(node, "workeroutput", {}).get("spent", {}).items():
        node.config.stash[SPENT][folder] += seconds


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Only when the tests ran on workers, as `make test` has them."""
    spent = config.stash[SPENT]
    if not config.option.numprocesses:
        return
    spent["to begin"] += sum(os.times()[:2])
    total = sum(spent.values())
    most = sorted(spent.items(), key=lambda each: -each[1])[:TOLD]
    parts = ", ".join(f"{folder} {seconds:.0f}" for folder, seconds in most)
    terminalreporter.write_line(f"{total:.0f} processor seconds: {parts}")
    if "not thorough" in config.option.markexpr and total > BUDGET_SECONDS:
        terminalreporter.write_line(
            f"More than the {BUDGET_SECONDS:.0f} of `make test` on a quiet machine: what is a second look is thorough",
            yellow=True,
        )


class _Meter:
    """Of this process, what it has started, and PostgreSQL's processes for its connections."""

    def __init__(self) -> None:
        self._before = 0.0
        self._servers: dict[int, float] = {}

    def since(self) -> float:
        """What has been taken since it was asked last."""
        taken = _with_children(os.getpid())
        since, self._before = taken - self._before, taken
        for name in ("default", "owner"):
            connection = connections[name].connection
            if connection is not None and not connection.closed:
                server = connection.info.backend_pid
                seconds = _with_children(server)
                since += seconds - self._servers.get(server, 0.0)
                self._servers[server] = seconds
        return since


def _with_children(pid: int) -> float:
    """Who is waited for hands what they took to who waits, so that nothing is counted twice.

    Read as the kernel tells it: after each of thousands of tests, a library would take several times as long.
    """
    try:
        told = Path(f"/proc/{pid}/stat").read_text()
        started = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    # User and system time, their own and that of those they waited for, behind a name that may hold anything.
    ticks = told.rpartition(")")[2].split()[11:15]
    return sum(map(int, ticks)) / TICKS + sum(_with_children(int(child)) for child in started)
