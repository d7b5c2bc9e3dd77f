"""`make run` outlives what happens to one conversation and to its servers, and ends once, whatever asks again."""

import signal
import subprocess
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import httpx
import psutil
from django.utils import timezone

from config.embedded.valkey import EmbeddedValkey
from conversations.models import Conversation
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.attacks.conftest import status
from tests.browser import live
from tests.here import free_port
from tests.loopback.twilio_server import TwilioServer
from tests.soak.site.supervisor import until
from tests.talk import Talk

MakeRun = Callable[..., subprocess.Popen[bytes]]
BACK_SECONDS = 5.0


def descendants(process: subprocess.Popen[bytes], *words: str) -> list[psutil.Process]:
    """What it has started, and they, whose command line has these words."""
    return [one for one in psutil.Process(process.pid).children(recursive=True) if has_words(one, words)]


def has_words(process: psutil.Process, words: tuple[str, ...]) -> bool:
    try:
        said = " ".join([process.name(), *process.cmdline()])
        return all(word in said for word in words)
    except psutil.NoSuchProcess:
        return False


def test_one_customer_who_waits_does_not_end_it_a_killed_server_comes_back_and_asked_thrice_it_stops(
    committed_db: None, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, make_run: MakeRun, tmp_path: Path
) -> None:
    tenant, port = make_tenant(), free_port()
    customer = Talk(tenant=tenant, twilio=to_twilio)
    customer.post(Body="Hi")
    with tenant_scope(tenant.id):  # a turn that nobody ends
        now = timezone.now()
        Conversation.objects.update(waiting_since=now - timedelta(hours=1), lease_until=now + timedelta(hours=1))
    process = make_run(PORT=str(port), TWILIO_API_BASE_URL=to_twilio.url, TULIA_WORKER_PROCESSES="1")
    page = f"http://127.0.0.1:{port}/health/ready"
    until(lambda: status(page) == 200, seconds=60, what="it is ready for all others")
    health = httpx.get(page).json()
    assert health["status"] == "degraded"
    assert "more than 60 s" in health["database"]["degraded"]
    logs = list((tmp_path / "log").glob("worker-*.log"))
    until(lambda: any(names(log, customer) for log in logs), seconds=20, what="the alert names the conversation")

    (valkey,) = descendants(process, "valkey-server")
    killed = time.monotonic()
    valkey.kill()
    valkey.wait()
    until(lambda: joins(tmp_path), seconds=BACK_SECONDS, what="Valkey is back")
    assert time.monotonic() - killed < BACK_SECONDS
    until(lambda: len(descendants(process, "tulia worker")) == 1, seconds=30, what="the worker runs")
    until(lambda: status(page) == 200, seconds=20, what="it is ready again")
    assert process.poll() is None
    until(lambda: bool(descendants(process, "tulia beat")), seconds=20, what="all of it was started")
    live.stop(process, *[signal.SIGTERM] * 3)


def names(log: Path, customer: Talk) -> bool:
    return any(
        "conversations.answer.overdue" in line and str(customer.conversation.id) in line
        for line in log.read_text().splitlines()
    )


def joins(folder: Path) -> bool:
    """Whether a command that is started now would find the installation's Valkey."""
    return EmbeddedValkey(folder / "valkey")._answers()
