"""The webhook's answer: how many a second, how fast at 300 a second, and with how many statements."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg
from django.conf import settings

from config import environment, processes
from tests.benchmarks import guesses, turn, used
from tests.benchmarks.table import Figure, percentiles
from tests.here import ROOT
from tests.soak.site.supervisor import Supervisor, until

SATURATION_SECONDS, STEADY_SECONDS, STEADY_RATE = 6, 8, 300
CUSTOMERS, CONNECTIONS = 500, 32
BAR_RATE, BAR_MILLISECONDS, BAR_STATEMENTS = 1_000, 50, 4
# One process serves one message at a time; two cores hold two (TULIA_WEB_WORKERS).
WEB_WORKERS = (1, 2)
BESIDE_RATE, BAR_GUESSED_MILLISECONDS = 50, 250


def measure(folder: Path) -> list[Figure]:
    saturated = [_saturated(folder, web_workers) for web_workers in WEB_WORKERS]
    with _web(folder, settings.TULIA.web_workers) as port:
        _load(port, rate=0, seconds=60, requests=CUSTOMERS)  # warm
        steady = _load(port, rate=STEADY_RATE, seconds=STEADY_SECONDS, requests=STEADY_RATE * STEADY_SECONDS)
        with guesses.going_on(port) as answers:
            beside = _load(port, rate=BESIDE_RATE, seconds=STEADY_SECONDS, requests=BESIDE_RATE * STEADY_SECONDS)
    p50, _, p99 = percentiles(steady["milliseconds"])
    count = statements()
    return [
        *saturated,
        Figure(
            what=f"webhook at {STEADY_RATE} a second", bar=f"p99 < {BAR_MILLISECONDS} ms",
            measured=f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, {_sent(steady)} sent{_others(steady)}",
            is_met=p99 < BAR_MILLISECONDS and len(steady["milliseconds"]) == STEADY_RATE * STEADY_SECONDS,
            method=f"as `make run` starts it; sent at fixed moments for {STEADY_SECONDS} s, timed from the moment "
            "each was due",
        ),
        Figure(
            what=f"at {BESIDE_RATE} a second, while {guesses.GUESSERS} guess passwords",
            bar=f"p99 < {BAR_GUESSED_MILLISECONDS} ms",
            measured=f"p50 {percentiles(beside['milliseconds'])[0]:.1f} ms, "
            f"p99 {percentiles(beside['milliseconds'])[2]:.1f} ms{_others(beside)}; {answers}",
            is_met=percentiles(beside["milliseconds"])[2] < BAR_GUESSED_MILLISECONDS,
            method="each guess from a new address and for a new name, again half a second after a refusal",
        ),
        Figure(
            what="SQL statements of a webhook", bar=f"≤ {BAR_STATEMENTS}", measured=str(count),
            is_met=count <= BAR_STATEMENTS, method="known customer, in-process; BEGIN, SET and COMMIT not counted",
        ),
    ]  # fmt: skip


def _saturated(folder: Path, web_workers: int) -> Figure:
    with _web(folder, web_workers) as port:
        _load(port, rate=0, seconds=60, requests=CUSTOMERS)  # every customer is known from here on
        before = _cpu_seconds()
        full = _load(port, rate=0, seconds=SATURATION_SECONDS, requests=2_500 * SATURATION_SECONDS)
        each = {name: (after - before[name]) * 1000 / _count(full) for name, after in _cpu_seconds().items()}
    rate = full["statuses"].get("200", 0) / full["seconds"]
    return Figure(
        what=f"webhook, signed and stored durably, at saturation, web processes: {web_workers}",
        bar=f"≥ {BAR_RATE:,} a second" if web_workers == max(WEB_WORKERS) else "",
        measured=f"{rate:,.0f} a second; CPU time of each: web {each['web']:.1f} ms, "
        f"PostgreSQL {each['postgres']:.1f} ms{_others(full)}",
        is_met=rate >= BAR_RATE if web_workers == max(WEB_WORKERS) else None,
        method=f"granian as `make run` starts it, PostgreSQL with fsync {_fsync()}; {CONNECTIONS} connections for "
        f"{SATURATION_SECONDS} s, {CUSTOMERS} known customers; load from one process on the same cores, no worker",
    )


@contextmanager
def _web(folder: Path, web_workers: int) -> Iterator[int]:
    tulia = environment.read().model_copy(update={"web_workers": web_workers})
    supervisor = Supervisor(folder / "web-log", root=ROOT)
    supervisor.start({"web": processes.commands(tulia)["web"]}, dict(os.environ))
    try:
        until(lambda: _is_live(tulia.port), seconds=30, what="the web process answers")
        yield tulia.port
    finally:
        supervisor.stop()


def _is_live(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health/live", timeout=5).is_success
    except httpx.HTTPError:
        return False


def _load(port: int, *, rate: float, seconds: float, requests: int) -> dict[str, Any]:
    line = turn.line("duka")
    order = {
        "port": port, "rate": rate, "seconds": seconds, "requests": requests, "customers": CUSTOMERS,
        "connections": CONNECTIONS, "line": {name: getattr(line, name) for name in line.__slots__},
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.load"], cwd=ROOT, input=json.dumps(order), text=True,
        check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def _count(result: dict[str, Any]) -> int:
    return sum(result["statuses"].values())


def _cpu_seconds() -> dict[str, float]:
    """CPU time so far of the web processes and of PostgreSQL's backends."""
    return {"web": used.by_children("granian"), "postgres": used.by_postgres()}


def _sent(result: dict[str, Any]) -> str:
    return f"{len(result['milliseconds']):,} of {STEADY_RATE * STEADY_SECONDS:,}"


def _others(result: dict[str, Any]) -> str:
    others = {status: count for status, count in result["statuses"].items() if status != "200"}
    return f"; not 200: {others}" if others else ""


def statements() -> int:
    customer = turn.customer("duka")
    customer.post(Body="Hi")
    with turn.counted() as seen:
        customer.post(Body="nataka viatu")
    return len(seen)


def _fsync() -> str:
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        return str(connection.execute("SHOW fsync").fetchone()[0])
