"""A worker that is asked to stop in a turn ends it, sends its reply once, and is gone within the lease."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config import environment, processes
from config.embedded.valkey import EmbeddedValkey
from conversations.heartbeat import HOLD
from conversations.models import Turn
from tenants import priority
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.depth import thorough
from tests.here import ROOT, data_folder
from tests.loopback.openai_server import OpenAIServer, Reply, error
from tests.loopback.twilio_server import TwilioServer
from tests.soak.site.supervisor import Supervisor, until
from tests.talk import Talk

pytestmark = thorough
THINKS_SECONDS = 2.0


@pytest.fixture
def worker(
    committed_db: None, to_twilio: TwilioServer, openai_server: OpenAIServer, tmp_path: Path
) -> Iterator[Supervisor]:
    valkey = EmbeddedValkey(tmp_path / "valkey")
    valkey.start()
    environ = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": valkey.url, "CELERY_BROKER_URL": valkey.url,
        "TULIA_DATA_DIR": str(data_folder(tmp_path)), "TWILIO_API_BASE_URL": to_twilio.url,
        "TULIA_WORKER_PROCESSES": "1",
        "OPENAI_BASE_URL": openai_server.base_url, "OPENAI_API_KEY": "unused",
    }  # fmt: skip
    commands = processes.commands(environment.Environment.model_validate(environ))
    supervisor = Supervisor(tmp_path / "log", root=ROOT)
    try:
        supervisor.start({"worker": commands["worker-1"]}, environ)
        yield supervisor
    finally:
        supervisor.stop()
        valkey.stop()


def test_a_turn_that_has_begun_is_answered_once_and_the_worker_ends_in_time(
    worker: Supervisor, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, openai_server: OpenAIServer
) -> None:
    def think(_: object) -> Reply:
        time.sleep(THINKS_SECONDS)
        return error(400)  # the local mind answers then

    openai_server.reply = think
    customer = Talk(tenant=make_tenant(), twilio=to_twilio)
    customer.post(Body="tell me a joke")
    until(lambda: bool(openai_server.asked), seconds=40, what="the model is asked")
    process = worker._running["worker"]
    given_way = os.getpriority(os.PRIO_PROCESS, process.pid) - os.getpriority(os.PRIO_PROCESS, 0)
    assert given_way == min(priority.THINKING, priority.MOST - os.getpriority(os.PRIO_PROCESS, 0))
    worker._stopping.set()  # it is not to be started again
    asked_at = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=HOLD.total_seconds()) == 0
    assert time.monotonic() - asked_at < HOLD.total_seconds()
    assert len(to_twilio.messages) == 1
    with tenant_scope(customer.tenant.id):
        assert [(turn.status, turn.attempts) for turn in Turn.objects.all()] == [("committed", 1)]
