"""What a message costs the processor when businesses, customers and their history have grown tenfold and hundredfold.

Three installations stand side by side and are written to in turn, so that a slow minute of the machine falls on all.
BENCH_COSTS=20000,1000,8 takes so many messages, conversations and businesses for the smallest.
"""

import itertools
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
from django.conf import settings
from django.db import connections

from config import processes
from config.embedded.postgres import EmbeddedPostgres
from config.environment import Environment
from tests.benchmarks import grown, stall, turn, used, webhook
from tests.benchmarks.table import Figure
from tests.here import ROOT, free_port
from tests.soak import checks
from tests.soak.site.supervisor import Supervisor, until
from tests.soak.site.wire import Line

# Messages, conversations and businesses of the smallest: a hundred times as many are grown within two minutes, which a
# million messages take four on busy cores.
USUAL = "4000,400,4"
TIMES = (1, 10, 100)
# A straight line: what a message costs does not hang on how many there are.
BAR = 1.2
# A turn of all three; the first is not counted, for in it modules are loaded and everybody is greeted.
ROUNDS = 5
# Each customer writes so often in a round, once all of the time before are answered and sent.
MESSAGES_EACH = 3
# What a connection has counted is told when it has idled for ten seconds.
TOLD_SECONDS = 11
PAGES = "SELECT datname, blks_hit + blks_read FROM pg_stat_database WHERE datname = ANY(%s)"
# As many as a web process answers at once are enough: what they wait for is not measured.
WRITERS = 8
SECONDS = 120
# The redis of the embedded Valkey has sixteen databases, of which the bench's own installation has the first.
FIRST_CACHE = 1


@dataclass(frozen=True, kw_only=True)
class Installation:
    """One of so many times the smallest's size, with web and a worker of its own."""

    times: int
    environ: dict[str, str]
    talkers: list[tuple[Line, str]]
    supervisor: Supervisor

    @property
    def is_quiet(self) -> bool:
        return checks.waiting(self.environ["DATABASE_OWNER_URL"]) == (0, 0)

    def used(self, superuser_url: str) -> dict[str, dict[int, float]]:
        trees = {}
        for name in ("web", "worker-1"):
            process = psutil.Process(self.supervisor.pid(name))
            trees[name] = used.of_each([process, *process.children(recursive=True)])
        return trees | {"PostgreSQL": used.of_database(_database(self.times), superuser_url=superuser_url)}


def measure(folder: Path) -> list[Figure]:
    base = list(map(int, os.environ.get("BENCH_COSTS", USUAL).split(",")))
    with ExitStack() as stack:
        postgres = EmbeddedPostgres(settings.TULIA.data_dir / "postgres")
        postgres.start()  # which joins the one that runs
        environs = [stack.enter_context(_copied(postgres, times)) for times in TIMES]
        with ThreadPoolExecutor(len(TIMES)) as threads:
            talkers = list(threads.map(_grow, environs, [[each * times for each in base] for times in TIMES]))
        superuser_url = postgres._url("postgres", "tulia")
        postgres._execute("CHECKPOINT")  # or it would fall on the first who write
        installations = [
            stack.enter_context(_running(folder, times, environ, who))
            for times, environ, who in zip(TIMES, environs, talkers, strict=True)
        ]
        rounds = [[_cost(one, superuser_url, 0) for one in installations]]
        before = _looked_at(superuser_url)
        rounds += [[_cost(one, superuser_url, number) for one in installations] for number in range(1, ROUNDS)]
        after = _looked_at(superuser_url)
    count = (ROUNDS - 1) * MESSAGES_EACH * grown.TALKERS
    return [*_figures(base, rounds[1:]), _pages([(after[times] - before[times]) / count for times in TIMES])]


def _pages(of_sizes: list[float]) -> Figure:
    """What a busy machine does not change: it grows where a statement reads more of a larger table."""
    ratio = of_sizes[-1] / of_sizes[0]
    return Figure(
        what="pages of tables and indexes that PostgreSQL looks at for a message", bar=f"≤ {BAR} of the smallest",
        measured=", ".join(f"{pages:,.0f}" for pages in of_sizes) + f": {ratio:.2f} of the smallest",
        is_met=ratio <= BAR, method="from the smallest to the largest, all looks for what waits included",
    )  # fmt: skip


def _looked_at(superuser_url: str) -> dict[int, int]:
    """So far, in each database."""
    time.sleep(TOLD_SECONDS)
    names = {_database(times): times for times in TIMES}
    with psycopg.connect(superuser_url) as connection:
        rows = connection.execute(PAGES, [list(names)]).fetchall()
    return {names[name]: count for name, count in rows}


def _figures(base: list[int], rounds: list[list[dict[str, float]]]) -> list[Figure]:
    """A ratio is of two figures of the same round."""
    figures = []
    for place, times in enumerate(TIMES):
        of_each = [round_[place] for round_ in rounds]
        wholes = [sum(one.values()) for one in of_each]
        parts = ", ".join(f"{name} {statistics.median(one[name] for one in of_each):.1f}" for name in of_each[0])
        ratios = [sum(round_[place].values()) / sum(round_[0].values()) for round_ in rounds]
        ratio = statistics.median(ratios)
        messages, conversations, tenants = (f"{each * times:,}" for each in base)
        told = f"; {ratio:.2f} of the smallest ({min(ratios):.2f} to {max(ratios):.2f})" if place else ""
        figures.append(
            Figure(
                what=f"processor time of 1,000 messages, {messages} before them of {conversations} conversations and "
                f"{tenants} businesses",
                bar=f"≤ {BAR} of the smallest" if place else "", is_met=ratio <= BAR if place else None,
                measured=f"{statistics.median(wholes):.0f} s ({min(wholes):.0f} to {max(wholes):.0f}){told}; "
                f"of a message: {parts} ms",
                method=f"medians of {len(rounds)} rounds, in each of which all {len(TIMES)} are written to in turn: "
                f"searches at as many as {grown.SHOPS} of the businesses, from webhook to sending; web, worker and "
                "PostgreSQL without autovacuum",
            )
        )  # fmt: skip
    return figures


def _cost(installation: Installation, superuser_url: str, number: int) -> dict[str, float]:
    """Milliseconds of a message, by who used them."""
    before = installation.used(superuser_url)
    for said in range(MESSAGES_EACH):
        _write(installation, number * MESSAGES_EACH + said)
        until(lambda: installation.is_quiet, seconds=SECONDS, what="everything is answered and sent")
    after = installation.used(superuser_url)
    count = MESSAGES_EACH * len(installation.talkers)
    return {name: used.between(before[name], seconds) * 1000 / count for name, seconds in after.items()}


def _write(installation: Installation, said: int) -> None:
    """Each customer another text than the one beside them, and than before."""

    def write(numbered: tuple[int, tuple[Line, str]]) -> None:
        number, (line, customer) = numbered
        text = turn.SEARCHES[(number + said) % len(turn.SEARCHES)]
        with stall._client() as client:
            stall._post(client, int(installation.environ["PORT"]), customer, text, line=line)

    with ThreadPoolExecutor(WRITERS) as threads:
        list(threads.map(write, enumerate(installation.talkers)))


@contextmanager
def _copied(postgres: EmbeddedPostgres, times: int) -> Iterator[dict[str, str]]:
    """The environment of another database with the same rows, until it is dropped again."""
    for each in connections.all():
        each.close()
        if hasattr(each, "close_pool"):
            each.close_pool()  # a database that is copied has no guests
    postgres.drop_database(_database(times))
    postgres.create_database(_database(times), template="tulia")
    database, cache = postgres.database(_database(times)), FIRST_CACHE + TIMES.index(times)
    yield os.environ | {
        "DATABASE_URL": database.runtime_url, "DATABASE_OWNER_URL": database.owner_url,
        "REDIS_URL": os.environ["REDIS_URL"].replace("db=0", f"db={cache}"),
        "PORT": str(free_port()), "TULIA_STREAMS_PORT": str(free_port()),
        "TULIA_WEB_WORKERS": "1", "TULIA_WORKER_PROCESSES": "1",
    }  # fmt: skip
    postgres.drop_database(_database(times))


def _database(times: int) -> str:
    return f"costs_{times}"


def _grow(environ: dict[str, str], size: list[int]) -> list[tuple[Line, str]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.grown", *map(str, size)], cwd=ROOT, env=environ, check=False,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    shops = [json.loads(line) for line in done.stdout.splitlines()]
    talkers = [[(Line(**shop["line"]), customer) for customer in shop["customers"]] for shop in shops]
    return list(itertools.chain.from_iterable(talkers))


@contextmanager
def _running(
    folder: Path, times: int, environ: dict[str, str], talkers: list[tuple[Line, str]]
) -> Iterator[Installation]:
    tulia, supervisor = Environment.model_validate(environ), Supervisor(folder / f"costs-{times}-log", root=ROOT)
    commands = processes.commands(tulia)
    supervisor.start({name: commands[name] for name in ("web", "worker-1")}, environ)
    try:
        until(lambda: webhook._is_live(tulia.port), seconds=SECONDS, what="the web process answers")
        yield Installation(times=times, environ=environ, talkers=talkers, supervisor=supervisor)
    finally:
        supervisor.stop()
