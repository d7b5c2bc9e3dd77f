"""The code of before the newest migration serves beside the present one, on the present one's database."""

import os
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from config import environment, processes
from config.embedded.valkey import EmbeddedValkey
from conversations.models import Conversation, InboundMessage, Turn
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.conversations import signed
from tests.depth import IS_DEEP, thorough
from tests.here import ROOT, free_port
from tests.loopback.twilio_server import TwilioServer
from tests.soak.site.supervisor import Supervisor, until

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
    sides: tuple[Side, Side], make_tenant: Callable[..., Tenant], to_twilio: TwilioServer
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
    with tenant_scope(tenant.id):
        rows = list(InboundMessage.objects.values_list("provider_id", "status"))
        assert sorted(rows) == sorted((sid, "answered") for sid in sent)
        assert set(Turn.objects.values_list("status", flat=True)) == {"committed"}
        assert Conversation.objects.count() == CUSTOMERS
    until(lambda: len(to_twilio.messages) >= EACH * CUSTOMERS, seconds=ANSWERED_WITHIN, what="every reply has gone")
    replies = Counter(message.fields["To"] for message in to_twilio.messages)
    assert set(replies) == set(people)
    assert all(side.turns() for side in sides), "each has thought"
    for side in sides:
        text = "".join(path.read_text() for path in side.log.glob("*.log"))
        assert "Traceback" not in text
        assert '"level": "error"' not in text
        assert not side.running.restarts


def _waits(tenant: Tenant) -> bool:
    with tenant_scope(tenant.id):
        return bool(InboundMessage.objects.exclude(status="answered").exists())
