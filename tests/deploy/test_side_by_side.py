"""The code of before the newest migration serves beside the present one, on the present one's database."""

import os
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from config import environment, processes
from config.embedded.valkey import EmbeddedValkey
from conversations.models import Conversation, InboundMessage, OutboundMessage, Turn
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.conversations import signed
from tests.depth import IS_DEEP, thorough
from tests.here import ROOT, free_port
from tests.loopback.twilio_server import TwilioServer
from tests.soak.site.supervisor import Supervisor, until
from tests.told import Tell

pytestmark = [
    thorough,
    pytest.mark.skipif(not IS_DEEP, reason="in the deep form only: it starts two installations of its own"),
]
# Enough that both have turns to think of at any time, in as many rounds as each customer meets both versions.
CUSTOMERS, EACH = 60, 3
# In seconds, on a machine that is busy with others.
STARTS_WITHIN, ANSWERED_WITHIN = 120, 300


@dataclass
class Side:
    """One version's web process and worker."""

    port: int
    running: Supervisor
    log: Path

    def post(self, channel: Channel, fields: dict[str, str]) -> int:
        path = signed.path_of(channel)
        signature = signed.sign(f"http://127.0.0.1:{self.port}{path}", fields.items(), channel.auth_token)
        headers = {"X-Twilio-Signature": signature}
        return httpx.post(f"http://127.0.0.1:{self.port}{path}", data=fields, headers=headers, timeout=60).status_code

    def is_up(self) -> bool:
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/health/live", timeout=5).is_success
        except httpx.HTTPError:
            return False

    def turns(self) -> int:
        return (self.log / "worker.log").read_text().count("conversations.turn.")


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """The commit before the newest migration, as files."""
    asked = ["git", "log", "-1", "--diff-filter=A", "--format=%H", "--", "*/migrations/0*.py"]
    newest = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    archive = ["git", "archive", f"{newest}^", "config", "conversations", "journeys", "knowledge", "tenants", "tools"]
    packed = subprocess.run(archive, cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        pytest.skip("the history is not here: a clone with all of it is needed")
    folder = tmp_path / "before"
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder


@pytest.fixture
def sides(committed_db: None, to_twilio: TwilioServer, before: Path, tmp_path: Path) -> Iterator[tuple[Side, Side]]:
    valkey = EmbeddedValkey(tmp_path / "valkey")
    valkey.start()
    made = []
    try:
        for name, root in (("before", before), ("present", ROOT)):
            port = free_port()
            environ = os.environ | {
                "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": valkey.url, "CELERY_BROKER_URL": valkey.url,
                "TULIA_DATA_DIR": str(tmp_path / "data"), "TWILIO_API_BASE_URL": to_twilio.url, "PORT": str(port),
                "TULIA_WORKER_PROCESSES": "1",
            }  # fmt: skip
            commands = processes.commands(environment.Environment.model_validate(environ))
            supervisor = Supervisor(tmp_path / name, root=root)
            made.append(Side(port, supervisor, tmp_path / name))
            supervisor.start({"web": commands["web"], "worker": commands["worker-1"]}, environ)
        for side in made:
            until(side.is_up, seconds=STARTS_WITHIN, what="the web process is up")
        yield made[0], made[1]
    finally:
        for side in made:
            side.running.stop()
        valkey.stop()


def test_both_serve_the_same_customers_and_nothing_is_lost_or_doubled(
    sides: tuple[Side, Side], make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, tell: Tell
) -> None:
    tenant = make_tenant(debounce_milliseconds=0)
    with tenant_scope(tenant.id):
        channel = Channel.objects.get()
    people = [f"whatsapp:+25471{number:07d}" for number in range(CUSTOMERS)]
    sent: list[str] = []
    with ThreadPoolExecutor(8) as writing:
        for turn in range(EACH):
            posts = []
            for number, person in enumerate(people):
                fields = signed.message(channel, From=person, Body=f"Hello {turn}")
                sent.append(fields["MessageSid"])
                posts.append(writing.submit(sides[(number + turn) % 2].post, channel, fields))
            assert [post.result() for post in posts] == [200] * CUSTOMERS
            until(lambda: not _waits(tenant), seconds=ANSWERED_WITHIN, what="everybody is answered")
    until(lambda: not _unsent(tenant), seconds=ANSWERED_WITHIN, what="every reply has gone")
    for side in sides:  # which ends what it has begun: nothing is told after this
        side.running.stop()
    with tenant_scope(tenant.id):
        received = list(InboundMessage.objects.values_list("provider_id", "status"))
        turns = list(Turn.objects.values_list("status", "conversation__customer__address"))
        replies = {str(key): status for key, status in OutboundMessage.objects.values_list("id", "status")}
        answered = set(OutboundMessage.objects.values_list("turn__messages__provider_id", flat=True))
        assert Conversation.objects.count() == CUSTOMERS
    told = Counter(_own_id(message.fields) for message in to_twilio.messages)
    lost = {sid for sid in sent if sid not in answered} | {key for key in replies if key not in told}
    doubled = {key for key, times in told.items() if times > 1}
    thought = [side.turns() for side in sides]
    tell("customers, messages", f"{CUSTOMERS}, {len(sent)}")
    tell("turns that each version thought", f"{thought[0]} before, {thought[1]} present")
    tell("replies, told at Twilio", f"{len(replies)}, {told.total()}")
    tell("lost, doubled", f"{len(lost)}, {len(doubled)}")
    assert sorted(received) == sorted((sid, "answered") for sid in sent)
    assert Counter(turns) == {("committed", person): EACH for person in people}
    assert set(replies.values()) == {"sent"}
    assert (lost, doubled, set(told) - set(replies)) == (set(), set(), set())
    assert all(thought), "each has thought"
    for side in sides:
        text = "".join(path.read_text() for path in side.log.glob("*.log"))
        assert "Traceback" not in text
        assert '"level": "error"' not in text
        assert not side.running.restarts


def _waits(tenant: Tenant) -> bool:
    with tenant_scope(tenant.id):
        return bool(InboundMessage.objects.exclude(status="answered").exists())


def _unsent(tenant: Tenant) -> bool:
    with tenant_scope(tenant.id):
        return bool(OutboundMessage.objects.filter(status__in=["queued", "sending", "unknown"]).exists())


def _own_id(fields: dict[str, str]) -> str:
    """Of the line of the outbox, which stands in the address where Twilio shall report."""
    return parse_qs(urlsplit(fields["StatusCallback"]).query)["message"][0]
