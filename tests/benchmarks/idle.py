"""What an installation costs that nobody uses: transactions a second at its database, and memory."""

import os
import time
from pathlib import Path

import psutil
import psycopg

from config import environment, processes
from tests.benchmarks import webhook
from tests.benchmarks.table import Figure
from tests.here import ROOT
from tests.soak.site.supervisor import Supervisor, until

SETTLING_SECONDS, SECONDS = 20, 30
BAR_TRANSACTIONS, BAR_MEGABYTES = 1.0, 500
DONE = "SELECT sum(xact_commit + xact_rollback)::int FROM pg_stat_database WHERE datname = current_database()"


def measure(folder: Path) -> list[Figure]:
    tulia, supervisor = environment.read(), Supervisor(folder / "idle-log", root=ROOT)
    supervisor.start({"tulia": [*processes.PYTHON, "config.prefork"]}, dict(os.environ))
    try:
        until(lambda: webhook._is_live(tulia.port), seconds=60, what="the web process answers")
        time.sleep(SETTLING_SECONDS)
        before, began = _transactions(), time.monotonic()
        time.sleep(SECONDS)
        rate = (_transactions() - before - 1) / (time.monotonic() - began)
        sizes = _megabytes(psutil.Process(supervisor.pid("tulia")))
        megabytes = sum(sizes.values())
    finally:
        supervisor.stop()
    each = ", ".join(f"{name} {size:.0f}" for name, size in sizes.items())
    return [
        Figure(
            what="transactions a second of an idle installation", bar=f"≤ {BAR_TRANSACTIONS:.0f}",
            measured=f"{rate:.1f}", is_met=rate <= BAR_TRANSACTIONS,
            method=f"{tulia.worker_processes} workers, web, live and beat, over {SECONDS} s; PostgreSQL's own count",
        ),
        Figure(
            what="memory of an idle installation", bar=f"< {BAR_MEGABYTES} MB", is_met=megabytes < BAR_MEGABYTES,
            measured=f"{megabytes:.0f} MB ({each})",
            method="proportional set size of the same processes, their parent and their children; without "
            "PostgreSQL and Valkey",
        ),
    ]  # fmt: skip


def _transactions() -> int:
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
        return int((connection.execute(DONE).fetchone() or [0])[0])


def _megabytes(parent: psutil.Process) -> dict[str, float]:
    """Of the one that forks, and of each that it has forked with its own children."""
    families = {child.name(): [child, *child.children(recursive=True)] for child in parent.children()}
    return {
        name: sum(one.memory_full_info().pss for one in family) / 2**20
        for name, family in ({"parent": [parent]} | families).items()
    }
