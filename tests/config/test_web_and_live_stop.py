"""A web or a live process that is asked to stop ends what it has begun: the answer comes, and the stream is closed."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import httpx
import pytest

from config import environment, processes
from config.embedded.valkey import EmbeddedValkey
from conversations.models import InboundMessage
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests import databases
from tests.conversations import signed
from tests.depth import thorough
from tests.here import NO_TLS, ROOT, data_folder, free_port
from tests.people import member, seated
from tests.soak.site.supervisor import kill_tree, until

pytestmark = thorough
UP_SECONDS, ENDS_SECONDS = 90, 15
# As long as the request is held after the process was asked to end, which is less than a statement may wait.
HELD_SECONDS = 1.5
TABLE = InboundMessage._meta.db_table
WAITS = f"SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = '{TABLE}'::regclass"


@dataclass
class Served:
    """One process as `tulia` starts it, and where it answers."""

    process: subprocess.Popen[bytes]
    url: str

    def is_up(self) -> bool:
        assert self.process.poll() is None, "it has ended by itself"
        try:
            return httpx.get(f"{self.url}/health/live", timeout=5, verify=NO_TLS).is_success
        except httpx.HTTPError:
            return False

    def takes_nothing(self) -> bool:
        try:
            httpx.get(f"{self.url}/health/live", timeout=1, verify=NO_TLS)
        except httpx.HTTPError:
            return True
        return False


@pytest.fixture
def serve(committed_db: None, tmp_path: Path) -> Iterator[Callable[[str], Served]]:
    valkey = EmbeddedValkey(tmp_path / "valkey")
    valkey.start()
    started = []

    def serving(name: str) -> Served:
        ports = {"PORT": free_port(), "TULIA_STREAMS_PORT": free_port()}
        environ = os.environ | {name: str(port) for name, port in ports.items()} | {
            "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": valkey.url, "CELERY_BROKER_URL": valkey.url,
            "TULIA_DATA_DIR": str(data_folder(tmp_path)),
        }  # fmt: skip
        command = processes.commands(environment.Environment.model_validate(environ))[name]
        with (tmp_path / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=ROOT, env=environ, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        started.append(process)
        port = ports["TULIA_STREAMS_PORT" if name == "live" else "PORT"]
        served = Served(process, f"http://127.0.0.1:{port}")
        until(served.is_up, seconds=UP_SECONDS, what=f"{name} answers")
        return served

    yield serving
    for process in started:
        kill_tree(process.pid)
        process.wait()
    valkey.stop()


def test_a_webhook_under_way_is_answered_and_kept(
    serve: Callable[[str], Served], make_tenant: Callable[..., Tenant]
) -> None:
    tenant, web = make_tenant(), serve("web")
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
    url = f"{web.url}{signed.path_of(channel)}"
    fields = signed.message(channel)
    headers = {"X-Twilio-Signature": signed.sign(url, fields.items(), channel.auth_token)}
    with ThreadPoolExecutor(1) as twilio, databases.as_superuser() as holder:
        holder.execute(f"LOCK TABLE {TABLE} IN ACCESS EXCLUSIVE MODE")
        answer = twilio.submit(httpx.post, url, data=fields, headers=headers, timeout=30, verify=NO_TLS)
        until(lambda: holder.execute(WAITS).fetchone() == (1,), seconds=20, what="the message is being stored")
        web.process.send_signal(signal.SIGTERM)
        time.sleep(HELD_SECONDS)
        assert web.process.poll() is None, "it waits for what it has begun"
        assert not answer.done()
        assert web.takes_nothing()
        holder.rollback()
        assert answer.result().status_code == 200
    assert web.process.wait(timeout=ENDS_SECONDS) == 0
    with tenant_scope(tenant.id):
        assert InboundMessage.objects.get().provider_id == fields["MessageSid"]


def test_an_open_stream_is_closed_and_not_cut(
    serve: Callable[[str], Served], make_tenant: Callable[..., Tenant]
) -> None:
    operator, live = seated(member(make_tenant())), serve("live")
    cookies = {name: morsel.value for name, morsel in operator.cookies.items()}
    is_open = Event()

    def listen() -> str:
        """All that was told, when it has ended; an error when the connection broke off."""
        said = ""
        with httpx.stream("GET", f"{live.url}/live/desk/", cookies=cookies, timeout=60, verify=NO_TLS) as stream:
            assert stream.status_code == 200
            for text in stream.iter_text():
                said += text
                is_open.set()
        return said

    with ThreadPoolExecutor(1) as page:
        told = page.submit(listen)
        assert is_open.wait(20)
        began = time.monotonic()
        live.process.send_signal(signal.SIGTERM)
        assert "retry: 2000" in told.result(timeout=ENDS_SECONDS)
    assert live.process.wait(timeout=ENDS_SECONDS) == 0
    assert time.monotonic() - began < 5, "nobody was killed, which is done after five seconds"
