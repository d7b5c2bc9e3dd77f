"""Without its database a webhook answers 503 soon, so that Twilio's three further tries have a chance; health too."""

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from django.conf import settings as installed
from django.db import connections

from config.serving import health
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.attacks.conftest import Start
from tests.depth import thorough
from tests.here import NO_TLS
from tests.loopback.line import Line
from tests.soak.site.supervisor import until
from tests.talk import sign

SOON_SECONDS = 2.0


class Twilio:
    """Sends messages to one channel of a live Tulia."""

    def __init__(self, address: str, channel: Channel) -> None:
        self._url = f"{address}/webhooks/twilio/{channel.webhook_token}/"
        self._channel = channel

    def send(self) -> tuple[int, float]:
        """The answer's status, and after how many seconds it came."""
        form = {
            "MessageSid": f"SM{uuid4().hex}", "From": f"whatsapp:+2547{uuid4().int % 10**8:08d}",
            "To": self._channel.sender, "Body": "Hi",
        }  # fmt: skip
        signature = sign(self._url, form, self._channel.auth_token)
        started = time.monotonic()
        headers = {"X-Twilio-Signature": signature}
        response = httpx.post(self._url, data=form, headers=headers, timeout=15, verify=NO_TLS)
        return response.status_code, time.monotonic() - started


@pytest.fixture
def database() -> Iterator[Line]:
    """The line to the test's PostgreSQL."""
    with Line(f"{installed.DATABASES['default']['HOST']}/.s.PGSQL.5432") as line:
        yield line


@pytest.fixture
def silent_url() -> Iterator[str]:
    """A broker and cache that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield f"redis://127.0.0.1:{silent.getsockname()[1]}/0"


def soon(address: str) -> dict[str, Any]:
    """What the health page says, and that it says it soon."""
    started = time.monotonic()
    response = httpx.get(f"{address}/health/ready", timeout=15, verify=NO_TLS)
    assert response.status_code == 503
    assert time.monotonic() - started < SOON_SECONDS
    return dict(response.json())


def test_a_broker_that_hangs_is_not_asked_for_ever(silent_url: str, settings: Any) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"celery_broker_url": silent_url})
    asked = health.Asker(health._broker).ask()
    assert asked.result(timeout=10) == {"ok": False, "problem": "the broker does not answer"}


@thorough
def test_a_database_that_is_away_comes_dies_and_hangs(
    committed_db: None,
    make_tenant: Callable[..., Tenant],
    start: Start,
    database: Line,
    silent_url: str,
    tmp_path: Path,
) -> None:
    """A process that began without it serves nobody before it knows that the wall stands."""
    name, user = connections["default"].settings_dict["NAME"], installed.DATABASES["default"]["USER"]
    with tenant_scope(make_tenant().id):
        channel = Channel.objects.get()
    database.cut()
    url = f"postgresql://{user}@127.0.0.1:{database.port}/{name}"
    address = start("web", DATABASE_URL=url, REDIS_URL=silent_url, CELERY_BROKER_URL=silent_url)
    twilio = Twilio(address, channel)

    def expect_nothing_and_soon() -> None:
        status, seconds = twilio.send()
        assert status == 503
        assert seconds < SOON_SECONDS
        assert not soon(address)["database"]["ok"]

    expect_nothing_and_soon()
    assert httpx.get(f"{address}/admin/login/").status_code == 503
    database.mend()
    until(lambda: twilio.send()[0] == 200, seconds=10, what="the webhook takes messages")
    assert soon(address)["database"]["ok"], "only the broker and the cache hang"
    database.cut()
    for _ in range(2):
        expect_nothing_and_soon()
    database.mend()
    until(lambda: twilio.send()[0] == 200, seconds=10, what="the webhook takes messages again")
    database.fall_silent()
    assert not soon(address)["database"]["ok"]
    database.mend()
    until(lambda: soon(address)["database"]["ok"], seconds=5, what="whoever waited for it was answered")
    log = (tmp_path / "log" / "web.log").read_text()
    assert '"web.request.failed"' in log
    assert channel.webhook_token not in log
