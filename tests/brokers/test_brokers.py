"""The way from a wake-up to an answer over real brokers; when one dies, the workers find what waits themselves."""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.brokers import installation
from tests.brokers.cluster import Majority
from tests.brokers.servers import RABBITMQ, Broker, Lined, RabbitMQ, Redis, Valkey
from tests.depth import IS_DEEP, thorough
from tests.here import NO_TLS
from tests.loopback.twilio_server import Received, TwilioServer
from tests.soak.site.supervisor import until
from tests.talk import sign

pytestmark = thorough
MESSAGES = 12
LONGEST_ACK_SECONDS = 1.0
# The sweep takes about two; the rest is for a busy machine.
FOUND_SECONDS = 10.0


# Valkey, whose protocol Redis speaks too, is what every other installation of the suite runs on, and dies in the soak.
# The short form takes it only where there is no RabbitMQ.
BROKERS = [(RabbitMQ, RABBITMQ), (Valkey, ""), (Redis, "redis-server"), (Majority, RABBITMQ)]
IS_CI = os.environ.get("CI") == "true"
if not IS_DEEP:
    BROKERS = BROKERS[:1] if IS_CI or shutil.which(RABBITMQ) else BROKERS[1:2]


@pytest.fixture(params=BROKERS, ids=lambda p: p[0].__name__)
def broker(request: pytest.FixtureRequest) -> Iterator[Broker]:
    kind, program = request.param
    if program and not shutil.which(program):
        assert not IS_CI, f"{program} is missing, and CI must have it"
        pytest.skip(f"no {program} on this machine")
    folder = Path(tempfile.mkdtemp(prefix="tulia-broker-"))
    folder.chmod(0o755)  # RabbitMQ runs as a user of its own when we are root, and pytest's folders are ours alone
    broker = kind(folder)
    try:
        broker.start()
        if isinstance(broker, RabbitMQ) and not IS_DEEP:
            lined = Lined(broker)
            yield lined
            lined.stop()
        else:
            yield broker
    finally:
        broker.stop()
    shutil.rmtree(folder, ignore_errors=True)


class Line:
    """Customers who write to one tenant of a live Tulia, and what they are answered."""

    def __init__(self, address: str, channel: Channel, twilio: TwilioServer) -> None:
        self._address, self._channel, self._twilio = address, channel, twilio
        self.wrote: list[str] = []
        self.longest_ack = 0.0

    def write(self) -> None:
        customer = f"whatsapp:+2547{uuid4().int % 10**8:08d}"
        form = {"MessageSid": f"SM{uuid4().hex}", "From": customer, "To": self._channel.sender, "Body": "Hi"}
        url = f"{self._address}/webhooks/twilio/{self._channel.webhook_token}/"
        headers = {"X-Twilio-Signature": sign(url, form, self._channel.auth_token)}
        started = time.monotonic()
        assert httpx.post(url, data=form, headers=headers, timeout=15, verify=NO_TLS).status_code == 200
        self.longest_ack = max(self.longest_ack, time.monotonic() - started)
        self.wrote.append(customer)

    @property
    def sent(self) -> list[Received]:
        return self._twilio.messages

    @property
    def answered(self) -> set[str]:
        return {message.fields["To"] for message in self.sent}

    def until_answered(self, *, seconds: float) -> float:
        return until(lambda: self.answered >= set(self.wrote), seconds=seconds, what="everybody is answered")


@pytest.fixture
def line(
    broker: Broker, committed_db: None, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, tmp_path: Path
) -> Iterator[Line]:
    tenant = make_tenant(debounce_milliseconds=100)
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
    with ExitStack() as stack:
        cache_url = broker.url
        if cache_url.startswith("amqp"):
            cache = Valkey(tmp_path / "cache")
            cache.start()
            stack.callback(cache.stop)
            cache_url = cache.url
        address = stack.enter_context(
            installation.running(tmp_path, broker_url=broker.url, cache_url=cache_url, twilio_url=to_twilio.url)
        )
        yield Line(address, channel, to_twilio)


def test_nobody_waits_for_a_dead_broker(
    line: Line, broker: Broker, record_property: Callable[[str, Any], None]
) -> None:
    for _ in range(MESSAGES):
        line.write()
    record_property("answered with a broker", line.until_answered(seconds=30))
    broker.kill()
    for _ in range(MESSAGES):
        line.write()
    record_property("longest acknowledgement", line.longest_ack)
    assert line.longest_ack < LONGEST_ACK_SECONDS
    record_property("answered without one", line.until_answered(seconds=FOUND_SECONDS))
    broker.start()
    line.write()
    record_property("answered after its return", line.until_answered(seconds=FOUND_SECONDS))
    sent = [message.fields["To"] for message in line.sent]
    assert len(set(sent)) == len(line.wrote)
    assert {sent.count(customer) for customer in line.wrote} == {sent.count(line.wrote[0])}, "somebody was told twice"
