"""docs/api.md does what it says: its Python is run as it stands, against a server and against our own signature."""

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler

from conversations.models import OutboundMessage
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.api.system import make_token
from tests.people import furnish, new_tenant
from tools.catalog.models import Variant
from tools.orders.models import Order
from tools.webhooks import signing

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "api.md"
EXAMPLE, CHECK = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)


class Quiet(WSGIRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Nobody reads it."""


class Threading(ThreadingMixIn, WSGIServer):
    daemon_threads = True


@pytest.fixture
def address() -> Iterator[str]:
    server = make_server("127.0.0.1", 0, WSGIHandler(), server_class=Threading, handler_class=Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_the_example_ships_tells_and_counts(committed_db: None, address: str) -> None:
    cache.clear()
    tenant: Tenant = new_tenant()
    furnish(tenant, "word")
    with tenant_scope(tenant.id):
        Order.objects.update(status="paid", number="7KQ2X")
        Variant.objects.update(sku="RUN-001-RED-41")
    environ = os.environ | {"TULIA_URL": address, "TULIA_TOKEN": make_token(tenant)}
    ran = subprocess.run([sys.executable, "-c", EXAMPLE], env=environ, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr + ran.stdout
    with tenant_scope(tenant.id):
        assert Order.objects.get().status == "shipped"
        assert Variant.objects.get().stock == 7
        sent = OutboundMessage.objects.get(body="Order 7KQ2X is on its way.")
        assert sent.purpose == "order_updates"


def test_the_example_is_about_thirty_lines() -> None:
    assert len([line for line in EXAMPLE.splitlines() if line.strip()]) <= 32


def test_a_signature_is_checked_as_the_guide_says() -> None:
    told: dict[str, Any] = {}
    exec(CHECK, told)  # noqa: S102  the guide's own words
    secret, body, now = signing.new_secret(), b'{"event": "order.paid"}', int(time.time())
    header = signing.signature(body, secret=secret, timestamp=now)
    is_ours = told["is_ours"]
    assert is_ours(secret, header, body)
    assert not is_ours(secret, header, body + b" ")
    assert not is_ours(signing.new_secret(), header, body)
    assert not is_ours(secret, header.replace(str(now), str(now + 1)), body)
    old = now - 360
    assert not is_ours(secret, signing.signature(body, secret=secret, timestamp=old), body)
