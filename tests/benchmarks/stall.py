"""What hostile messages, or large files being read, cost the other customers: their answers, and the webhook's."""

import os
import ssl
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from uuid import uuid4

import httpx
import psycopg
from django.conf import settings

from config import environment, processes
from conversations.turn.burst import LULL
from tenants.models import Tenant
from tenants.scope import fleet_scope
from tests.benchmarks import catalog, turn, webhook
from tests.benchmarks.table import Figure, percentiles
from tests.here import ROOT
from tests.soak.site import wire
from tests.soak.site.supervisor import Supervisor, until
from tests.soak.site.wire import Line

OTHERS, ROUNDS = 24, 4
PAUSE_SECONDS = 2.5  # longer than a burst is waited for: each message is a turn of its own
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
MEGABYTE, FILES = 1_000_000, 4
BAR_SECONDS, BAR_MILLISECONDS = 3.0, 250
LIMIT_SECONDS = 60
# Read once: two dozen clients that each do it would be what is measured.
CERTIFICATES = ssl.create_default_context()
Chat = tuple[list[float], list[float]]
ANSWERED = """
SELECT extract(epoch FROM t.finished_at - m.received_at)::float
  FROM conversations_inboundmessage m JOIN conversations_turn t ON t.id = m.turn_id
 WHERE t.status = 'committed' AND m.provider_id = ANY(%s)
"""


def measure(folder: Path) -> list[Figure]:
    lull = _lull()
    attacks: dict[str, Callable[[int], list[float]]] = {
        f"while one customer sends {MESSAGES} hostile messages of {LENGTH:,} characters": _write_hostile_messages,
        f"while {FILES} CSV files of 1 MB are read in the admin, one after another": _upload_files,
    }
    with installation(folder) as port:
        _chat(port)  # everybody is known, every module is loaded
        quiet = _chat(port)
        return [
            figure
            for what, attack in attacks.items()
            for figure in _figures(what, quiet=quiet, beside=_chat(port, attack), lull=lull)
        ]


def _figures(what: str, *, quiet: Chat, beside: Chat, lull: float) -> list[Figure]:
    (quiet_acks, quiet_answers), (acks, answers) = quiet, beside
    quiet_p99, p99 = percentiles(quiet_acks)[2], percentiles(acks)[2]
    calm, slowest = max(quiet_answers) - lull, max(answers) - lull
    method = (
        f"web and workers as `make run` starts them; {OTHERS} customers write {ROUNDS} times, {PAUSE_SECONDS} s apart"
    )
    return [
        Figure(
            what=f"the others' slowest answer {what}", bar=f"< {BAR_SECONDS:.0f} s", is_met=slowest < BAR_SECONDS,
            measured=f"{slowest:.2f} s ({calm:.2f} s without)",
            method=f"{method}; from receipt to commit, less the {lull:.1f} s in which a burst is waited for",
        ),
        Figure(
            what=f"webhook's answer {what}", bar=f"p99 < {BAR_MILLISECONDS} ms", is_met=p99 < BAR_MILLISECONDS,
            measured=f"p99 {p99:.0f} ms ({quiet_p99:.0f} ms without)", method=f"{method}; theirs and the attacker's",
        ),
    ]  # fmt: skip


def _lull() -> float:
    with fleet_scope():
        setting = Tenant.objects.get(slug="duka").debounce_milliseconds / 1000
    return min(setting, LULL.total_seconds())


@contextmanager
def installation(folder: Path) -> Iterator[int]:
    """The port of a web process with its workers, where a burst is waited for as everywhere: parts that run turns in
    their own process have switched that off."""
    with fleet_scope():
        Tenant.objects.update(debounce_milliseconds=Tenant._meta.get_field("debounce_milliseconds").default)
    tulia, supervisor = environment.read(), Supervisor(folder / "stall-log", root=ROOT)
    commands = processes.commands(tulia)
    names = ["web", *processes.worker_names(tulia)]
    supervisor.start({name: commands[name] for name in names}, dict(os.environ))
    try:
        until(lambda: webhook._is_live(settings.TULIA.port), seconds=30, what="the web process answers")
        yield settings.TULIA.port
    finally:
        supervisor.stop()


def _chat(port: int, attack: Callable[[int], list[float]] | None = None, *, pause: float = PAUSE_SECONDS) -> Chat:
    """Milliseconds of each webhook's answer, and seconds until each of the others' messages was answered."""
    sids: list[str] = []
    acks: list[float] = []

    def talk(number: int) -> None:
        with _client() as client:
            for said in range(ROUNDS):
                text = turn.SEARCHES[(number + said) % len(turn.SEARCHES)]
                sid, milliseconds = _post(client, port, f"whatsapp:+2547110{number:05d}", text)
                sids.append(sid)
                acks.append(milliseconds)
                time.sleep(pause)

    with ThreadPoolExecutor(OTHERS + 1) as threads:
        beside = threads.submit(attack, port) if attack else None
        for task in [threads.submit(talk, number) for number in range(OTHERS)]:
            task.result()
        acks += beside.result() if beside else []
    until(lambda: len(_answered(sids)) == len(sids), seconds=LIMIT_SECONDS, what="everybody is answered")
    return acks, _answered(sids)


def _post(client: httpx.Client, port: int, customer: str, text: str, *, line: Line | None = None) -> tuple[str, float]:
    """The message's id, and how many milliseconds its webhook took to answer; to the demo shop, if no line is named."""
    sid, line = f"SM{uuid4().hex}", line or turn.line("duka")
    address = f"http://127.0.0.1:{port}/webhooks/twilio/{line.token}/"
    body, headers = wire.form(address, wire.inbound(line, sid=sid, customer=customer, text=text), line.secret)
    started = time.perf_counter()
    assert client.post(address, content=body, headers=headers).status_code == HTTPStatus.OK
    return sid, (time.perf_counter() - started) * 1000


def _client() -> httpx.Client:
    return httpx.Client(timeout=30, verify=CERTIFICATES)


def _write_hostile_messages(port: int) -> list[float]:
    with _client() as client:
        texts = [(HOSTILE[number % len(HOSTILE)] * LENGTH)[:LENGTH] for number in range(MESSAGES)]
        return [_post(client, port, "whatsapp:+254711999999", text)[1] for text in texts]


def _upload_files(port: int) -> list[float]:
    """A full catalog and a header that never ends, in turn, up to the page that says what would happen."""
    files = (catalog.rows().encode()[:MEGABYTE].rpartition(b"\n")[0], b"sku," * (MEGABYTE // 4) + b"\n1\n")
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, follow_redirects=True) as browser:
        login = "/admin/login/"
        browser.get(login)
        browser.post(login, data={"username": "duka-admin", "password": "tulia-demo", **_csrf(browser)})
        for number in range(FILES):
            file = {"file": ("catalog.csv", files[number % len(files)], "text/csv")}
            page = browser.post("/admin/catalog/product/import-csv/", files=file, data=_csrf(browser))
            assert "draft=" in str(page.url), page.text[:500]
    return []


def _csrf(browser: httpx.Client) -> dict[str, str]:
    return {"csrfmiddlewaretoken": browser.cookies["csrftoken"]}


def _answered(sids: list[str]) -> list[float]:
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
        connection.execute("SET ROLE tulia_fleet")
        return [seconds for (seconds,) in connection.execute(ANSWERED, [sids]).fetchall()]
