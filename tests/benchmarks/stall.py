"""What one customer's long, hostile messages cost the others: their answers, and how soon a webhook is thanked for."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg
from django.conf import settings

from config import environment, processes
from tenants.models import Tenant
from tenants.scope import fleet_scope
from tests.benchmarks import turn, webhook
from tests.benchmarks.table import Figure, percentiles
from tests.browser.live import ROOT
from tests.soak.site import wire
from tests.soak.site.supervisor import Supervisor, until

OTHERS, ROUNDS, PAUSE_SECONDS = 12, 6, 0.5
MESSAGES, LENGTH = 18, 1_600
HOSTILE = (
    " ",
    "1 ",
    "?token",
    "and it ",
    "hello, ",
    "what's wrong? ",
    "[a](http://",
    "**a ",
    "na ",
    "a",
    ". ",
    "1,000-",
)
BAR_SECONDS, BAR_MILLISECONDS = 3.0, 250
LIMIT_SECONDS = 60
ANSWERED = """
SELECT extract(epoch FROM t.finished_at - m.received_at)::float
  FROM conversations_inboundmessage m JOIN conversations_turn t ON t.id = m.turn_id
 WHERE t.status = 'committed' AND m.provider_id = ANY(%s)
"""


def measure(folder: Path) -> list[Figure]:
    debounce = _debounce()
    with _installation(folder) as port:
        _chat(port, hostile=0)  # everybody is known, every module is loaded
        quiet_acks, quiet = _chat(port, hostile=0)
        acks, answers = _chat(port, hostile=MESSAGES)
    _, _, quiet_p99 = percentiles(quiet_acks)
    _, _, p99 = percentiles(acks)
    slowest, calm = max(answers) - debounce, max(quiet) - debounce
    attack = f"while one customer sends {MESSAGES} hostile messages of {LENGTH:,} characters"
    method = (
        f"web and worker as `make run` starts them; {OTHERS} customers write {ROUNDS} times, {PAUSE_SECONDS} s apart"
    )
    return [
        Figure(
            what=f"the others' slowest answer {attack}", bar=f"< {BAR_SECONDS:.0f} s", is_met=slowest < BAR_SECONDS,
            measured=f"{slowest:.2f} s ({calm:.2f} s without)",
            method=f"{method}; from receipt to commit, less the {debounce:.1f} s in which a burst is waited for",
        ),
        Figure(
            what=f"webhook's answer {attack}", bar=f"p99 < {BAR_MILLISECONDS} ms", is_met=p99 < BAR_MILLISECONDS,
            measured=f"p99 {p99:.0f} ms ({quiet_p99:.0f} ms without)", method=f"{method}; theirs and the attacker's",
        ),
    ]  # fmt: skip


def _debounce() -> float:
    with fleet_scope():
        return Tenant.objects.get(slug="duka").debounce_milliseconds / 1000


@contextmanager
def _installation(folder: Path) -> Iterator[int]:
    tulia, supervisor = environment.read(), Supervisor(folder / "stall-log", root=ROOT)
    commands = processes.commands(tulia)
    supervisor.start({name: commands[name] for name in ("web", "worker")}, dict(os.environ))
    try:
        until(lambda: webhook._is_live(settings.TULIA.port), seconds=30, what="the web process answers")
        yield settings.TULIA.port
    finally:
        supervisor.stop()


def _chat(port: int, *, hostile: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each webhook's answer, and seconds until each of the others' messages was answered."""
    sids: list[str] = []
    acks: list[float] = []
    line = turn.line("duka")

    def post(client: httpx.Client, customer: str, text: str) -> str:
        sid = f"SM{uuid4().hex}"
        address = f"http://127.0.0.1:{port}/webhooks/twilio/{line.token}/"
        body, headers = wire.form(address, wire.inbound(line, sid=sid, customer=customer, text=text), line.secret)
        started = time.perf_counter()
        assert client.post(address, content=body, headers=headers).status_code == 200
        acks.append((time.perf_counter() - started) * 1000)
        return sid

    def talk(number: int) -> None:
        with httpx.Client(timeout=30) as client:
            for said in range(ROUNDS):
                text = turn.SEARCHES[(number + said) % len(turn.SEARCHES)]
                sids.append(post(client, f"whatsapp:+2547110{number:05d}", text))
                time.sleep(PAUSE_SECONDS)

    def attack() -> None:
        with httpx.Client(timeout=30) as client:
            for number in range(hostile):
                post(client, "whatsapp:+254711999999", (HOSTILE[number % len(HOSTILE)] * LENGTH)[:LENGTH])

    with ThreadPoolExecutor(OTHERS + 1) as threads:
        for task in [threads.submit(attack), *(threads.submit(talk, number) for number in range(OTHERS))]:
            task.result()
    until(lambda: len(_answered(sids)) == len(sids), seconds=LIMIT_SECONDS, what="everybody is answered")
    return acks, _answered(sids)


def _answered(sids: list[str]) -> list[float]:
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
        connection.execute("SET ROLE tulia_fleet")
        return [seconds for (seconds,) in connection.execute(ANSWERED, [sids]).fetchall()]
