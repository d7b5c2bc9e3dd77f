"""A demo tenant's client, Prism, and behind it the simulator as a server of its own; every answer is looked at."""

import json
import threading
from collections.abc import Callable, Iterator
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import httpx
import pytest
from django.core.handlers.wsgi import WSGIHandler
from pydantic import AnyHttpUrl

from conversations.simulator.peer.messages import delivery
from tenants.models import Channel, Tenant
from tests.contract import prism
from tests.conversations.simulator.conftest import demo_channel

# Where Prism and the document themselves are amiss: a repeatable field that comes once is an array of one, which Prism
# does not see in a form; and the document's own examples of a page's addresses are no full addresses either.
NOT_AMISS = {
    ("request.body.MediaUrl", "type"),
    ("response.body.first_page_uri", "format"),
    ("response.body.next_page_uri", "format"),
    ("response.body.uri", "format"),
}


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""


@pytest.fixture(scope="session")
def simulator() -> Iterator[str]:
    """The simulator's Twilio, reached over HTTP."""
    with make_server("127.0.0.1", 0, WSGIHandler(), server_class=_Server, handler_class=_Quiet) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simulator/twilio"
        server.shutdown()


@pytest.fixture(scope="session")
def judge(simulator: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Prism's address."""
    reason = prism.why_not()
    if reason:
        pytest.skip(reason)
    with prism.before(simulator, tmp_path_factory.mktemp("prism")) as address:
        yield address


@pytest.fixture
def channel(
    judge: str,
    committed_db: None,
    make_tenant: Callable[..., Tenant],
    settings: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Channel:
    """A demo tenant's channel, whose Twilio is the simulator behind Prism; nothing is delivered to anybody."""
    monkeypatch.setattr(delivery, "begin", lambda *args, **kwargs: None)
    settings.TULIA = settings.TULIA.model_copy(update={"twilio_api_base_url": AnyHttpUrl(judge)})
    return demo_channel(make_tenant("duka"))


@pytest.fixture
def violations(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What Prism found amiss."""
    found: list[dict[str, Any]] = []
    real = httpx.HTTPTransport.handle_request

    def watched(transport: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
        response = real(transport, request)
        told = json.loads(response.headers.get("sl-violations", "[]"))
        found.extend(one for one in told if (".".join(one["location"]), one.get("code")) not in NOT_AMISS)
        return response

    monkeypatch.setattr(httpx.HTTPTransport, "handle_request", watched)
    return found
