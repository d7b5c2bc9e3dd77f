"""A picture's whole way: from the phone through the signed webhook, fetched over HTTP, onto the disk."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connections
from pydantic import AnyHttpUrl

from conversations.inbox import media
from conversations.models import InboundMedia
from conversations.simulator import handset, phones
from conversations.simulator.handset import PhoneInput, Picture
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.conversations.simulator.conftest import CUSTOMER, demo_channel

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20


class Quiet(WSGIRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Stay quiet."""


class Threaded(ThreadingMixIn, WSGIServer):
    """The fetching of a picture asks the very server that took its webhook."""

    def process_request_thread(self, *args: Any) -> None:
        super().process_request_thread(*args)
        connections.close_all()


@pytest.fixture
def port(committed_db: None, settings: Any, tmp_path: Path) -> Iterator[int]:
    with make_server("127.0.0.1", 0, get_wsgi_application(), Threaded, Quiet) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        settings.TULIA = settings.TULIA.model_copy(update={"port": server.server_port})
        settings.MEDIA_ROOT = tmp_path
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize("public", [None, "https://bot.example"], ids=["local", "behind a public address"])
def test_a_picture_comes_from_the_phone_to_the_disk(
    port: int, make_tenant: Callable[..., Tenant], settings: Any, monkeypatch: pytest.MonkeyPatch, public: str | None
) -> None:
    channel = demo_channel(make_tenant("duka"))
    phone = phones.add(channel, name="Asha Wanjirú", address=CUSTOMER)
    if public:  # Twilio's webhooks would come from outside; the phone's are carried to the same server
        settings.TULIA = settings.TULIA.model_copy(update={"public_base_url": AnyHttpUrl(public)})
        carry = handset.courier.httpx.post
        monkeypatch.setattr(
            handset.courier.httpx,
            "post",
            lambda url, **rest: carry(url.replace(public, f"http://127.0.0.1:{port}"), **rest),
        )
    sent = handset.send(
        channel, phone, PhoneInput(text="this one", picture=Picture(content_type="image/png", bytes=PNG))
    )
    assert (sent.status, sent.error_message) == ("delivered", "")
    with tenant_scope(channel.tenant_id):
        row = InboundMedia.objects.get()
    media.fetch(channel.tenant_id, row.id)
    with tenant_scope(channel.tenant_id):
        row = InboundMedia.objects.select_related("message").get()
    assert (row.status, row.reason, row.message.body) == ("stored", "", "this one")
    assert media.path_of(row).read_bytes() == PNG
