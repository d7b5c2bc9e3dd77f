"""How many turns one worker process holds at once while a model takes a second to answer, and what memory it needs."""

import os
import time
from pathlib import Path
from typing import Any

import psutil
import psycopg
import redis
from django.conf import settings

from config import environment, processes
from tests.benchmarks import turn
from tests.benchmarks.table import Figure
from tests.here import ROOT
from tests.journeys.test_model_turns import Script
from tests.loopback.openai_server import Asked, OpenAIServer, Reply
from tests.soak.site.supervisor import Supervisor

CONVERSATIONS, MODEL_SECONDS, LIMIT_SECONDS = 300, 1.0, 60
BAR_IN_FLIGHT, BAR_RATE, BAR_MEGABYTES = 100, 50, 300
TURNS = """
SELECT extract(epoch FROM started_at)::float, extract(epoch FROM finished_at)::float
  FROM conversations_turn WHERE status = 'committed' AND started_at > to_timestamp(%s)
"""

SMALL_TALK: dict[str, Any] = {
    "intent": {"intent": "spam_casual", "confidence": 0.9},
    "governor": {"classification": "casual", "confidence": 0.9},
    "commands": [],
}


class Slow(Script):
    """The model's answer, a second later."""

    def __call__(self, asked: Asked) -> Reply:
        reply = super().__call__(asked)
        return Reply(status=reply.status, body=reply.body, headers=reply.headers, wait=MODEL_SECONDS)


def measure(folder: Path) -> list[Figure]:
    return [
        *_figures("one call (small talk)", folder, model=Slow(**SMALL_TALK), text="tell me a joke", has_bar=True),
        *_figures("two calls (a search)", folder, model=Slow(), text=turn.SEARCHES[0], has_bar=False),
    ]


def _figures(what: str, folder: Path, *, model: Slow, text: str, has_bar: bool) -> list[Figure]:
    in_flight, rate, megabytes, milliseconds, calls = hold(folder, model=model, text=text)
    is_met = in_flight >= BAR_IN_FLIGHT and rate >= BAR_RATE and megabytes < BAR_MEGABYTES
    return [
        Figure(
            what=f"turns of one worker process, model answers in {MODEL_SECONDS:.0f} s: {what}",
            bar=f"≥ {BAR_IN_FLIGHT} at once, ≥ {BAR_RATE} a second, < {BAR_MEGABYTES} MB" if has_bar else "",
            measured=f"{in_flight} at once, {rate:.0f} a second, {megabytes:.0f} MB; "
            f"{milliseconds:.0f} ms of its processor time a turn",
            is_met=is_met if has_bar else None,
            method=f"a Celery worker of {settings.TULIA.worker_threads} threads, {CONVERSATIONS} conversations wait, "
            f"{calls / CONVERSATIONS:.1f} model calls a turn; rate over the middle 80 % of the turns; replies sent too",
        )
    ]  # fmt: skip


def hold(folder: Path, *, model: Slow, text: str) -> tuple[int, float, float, float, int]:
    """Most turns at once, turns a second, megabytes, milliseconds of the worker's processor a turn, model calls."""
    redis.Redis.from_url(os.environ["REDIS_URL"]).flushall()
    began = time.time()
    for _ in range(CONVERSATIONS):
        turn.customer("duka").post(Body=text)
    supervisor = Supervisor(folder / "worker-log", root=ROOT)
    with OpenAIServer().running() as server:
        server.reply = model
        environ = dict(os.environ) | {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "unused"}
        supervisor.start({"worker": processes.commands(environment.read())["worker-1"]}, environ)
        try:
            megabytes, milliseconds = _watch(supervisor, began)
        finally:
            supervisor.stop()
        calls = len(server.asked)
    turns = _turns(began)
    return _most_at_once(turns), _rate([finished for _, finished in turns]), megabytes, milliseconds, calls


def _watch(supervisor: Supervisor, began: float) -> tuple[float, float]:
    """Wait until every turn is committed; the most memory that the worker took, and its processor time of a turn.

    Of the time only that after the first tenth of the turns counts: what a process loads once is none of a turn's.
    """
    process, most, started = psutil.Process(supervisor.pid("worker")), 0, time.monotonic()
    warm: tuple[int, float] | None = None
    while (done := len(_turns(began))) < CONVERSATIONS:
        assert time.monotonic() - started < LIMIT_SECONDS, f"{done} turns of {CONVERSATIONS}"
        if warm is None and done > CONVERSATIONS // 10:
            warm = done, _seconds(process)
        most = max(most, process.memory_info().rss)
        time.sleep(0.25)
    assert warm is not None, "the turns ended before anything was measured"
    return most / 2**20, (_seconds(process) - warm[1]) / (CONVERSATIONS - warm[0]) * 1000


def _seconds(process: psutil.Process) -> float:
    used = process.cpu_times()
    return float(used.user + used.system)


def _turns(began: float) -> list[tuple[float, float]]:
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
        connection.execute("SET ROLE tulia_fleet")
        return connection.execute(TURNS, [began]).fetchall()


def _most_at_once(turns: list[tuple[float, float]]) -> int:
    changes = sorted([(started, 1) for started, _ in turns] + [(finished, -1) for _, finished in turns])
    now = most = 0
    for _, change in changes:
        now += change
        most = max(most, now)
    return most


def _rate(finished: list[float]) -> float:
    ordered = sorted(finished)
    low, high = len(ordered) // 10, len(ordered) * 9 // 10
    return (high - low) / (ordered[high] - ordered[low])
