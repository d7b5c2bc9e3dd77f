"""The page and its API: for demo tenants only, CSRF protected, and honest about what cannot be sent."""

import importlib
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, clear_url_caches, resolve

from config import urls
from conversations.simulator.models import SimulatedFault, SimulatedPhone
from tenants.models import Tenant
from tenants.scope import fleet_scope
from tests.conversations.simulator.conftest import CUSTOMER, Peer
from tests.conversations.simulator.receiver import Receiver

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20


class Page:
    """The API of one phone, as the page uses it."""

    def __init__(self, phone: SimulatedPhone) -> None:
        self.client = Client()
        self.path = f"/simulator/api/duka/phones/{phone.id}"

    def send(self, **fields: Any) -> HttpResponse:
        return self.client.post(f"{self.path}/send", fields)

    def news(self, after: str = "") -> dict[str, Any]:
        return self.client.get(f"{self.path}/updates", {"after": after}).json()


@pytest.fixture
def page(phone: SimulatedPhone) -> Page:
    return Page(phone)


@pytest.mark.usefixtures("duka")
def test_the_page_has_everything_it_needs_and_allows_nothing_else() -> None:
    response = Client().get("/simulator/")
    policy = response["Content-Security-Policy"]
    assert response.status_code == 200
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    html = response.content.decode()
    assert "onclick" not in html
    start = json.loads(html.split('<script id="start" type="application/json">')[1].split("</script>")[0])
    [line] = start["lines"]
    assert (line["slug"], line["bot"]) == ("duka", "Tuli")
    assert 3 <= len(line["openers"]) <= 4
    assert len(line["phones"]) == 1
    assert {fault["kind"] for fault in start["faults"]} == set(SimulatedFault.Kind.values)


def test_a_tenant_that_is_not_a_demo_tenant_does_not_exist_here(page: Page, make_tenant: Callable[..., Tenant]) -> None:
    make_tenant("private")
    assert b"private" not in page.client.get("/simulator/").content
    for path in (page.path.replace("duka", "private") + "/updates", "/simulator/api/private/messages/SM1/why"):
        assert page.client.get(path).status_code == 404
    assert page.client.post("/simulator/api/private/phones/", {"name": "x"}).status_code == 404
    with fleet_scope():
        assert SimulatedPhone.objects.count() == 1


def test_without_a_csrf_token_nothing_is_sent(page: Page) -> None:
    page.client = Client(enforce_csrf_checks=True)
    assert page.send(text="hi").status_code == 403
    assert page.news()["messages"] == []


@pytest.fixture
def demo_off(settings: Any) -> Iterator[None]:
    settings.TULIA = settings.TULIA.model_copy(update={"demo": False})
    importlib.reload(urls)
    clear_url_caches()
    yield
    settings.TULIA = settings.TULIA.model_copy(update={"demo": True})
    importlib.reload(urls)
    clear_url_caches()


@pytest.mark.usefixtures("demo_off")
@pytest.mark.parametrize(
    "path", ["/simulator/", "/simulator/api/duka/messages/SM1/why", "/simulator/twilio/v1/Content"]
)
def test_without_the_demo_it_is_not_mounted(path: str) -> None:
    with pytest.raises(Resolver404):
        resolve(path, urlconf=urls)


def test_what_is_sent_comes_with_the_news_under_the_pages_own_name(own_address: Receiver, page: Page) -> None:
    sent = page.send(text="Habari <b>dunia</b>", draft="draft-1").json()
    news = page.news()
    assert (sent["body"], sent["status"], sent["draft"]) == ("Habari <b>dunia</b>", "delivered", "draft-1")
    assert news["messages"] == [sent]
    assert news["typing"] is False
    assert len(own_address.posted) == 1


def test_a_refused_webhook_is_shown(own_address: Receiver, page: Page) -> None:
    own_address.statuses = [403]
    sent = page.send(text="hi").json()
    assert (sent["status"], sent["problem"]) == ("failed", "Webhook answered 403")


@pytest.mark.usefixtures("own_address")
def test_a_picture_goes_out_and_is_seen_again(page: Page) -> None:
    sent = page.send(picture=SimpleUploadedFile("shoe.png", PNG, "image/png"), text="this?").json()
    [address] = sent["pictures"]
    shown = page.client.get(address)
    assert (shown.content, shown["Content-Type"], shown["X-Content-Type-Options"]) == (PNG, "image/png", "nosniff")


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({}, "nothing"),
        ({"text": "  \n"}, "nothing"),
        ({"text": "x" * 1601}, "1600"),
        ({"tap_kind": "list", "tap_id": "", "tap_title": "x"}, "nothing"),
        ({"tap_kind": "swipe", "tap_id": "1", "tap_title": "x"}, "nothing"),
        ({"latitude": "here", "longitude": "there"}, "latitude"),
        ({"latitude": "1"}, "latitude"),
        ({"latitude": "91", "longitude": "0"}, "Earth"),
        ({"picture": SimpleUploadedFile("a.svg", b"<svg onload=alert(1)>", "image/png")}, "JPEG"),
        ({"picture": SimpleUploadedFile("a.png", PNG + b"0" * 5 * 1024 * 1024, "image/png")}, "5 MB"),
    ],
)
def test_what_cannot_be_sent_is_said(own_address: Receiver, page: Page, fields: dict[str, Any], word: str) -> None:
    response = page.send(**fields)
    assert response.status_code == 400
    assert word in response.json()["problem"]
    assert own_address.posted == []


@pytest.mark.usefixtures("kept_back")
def test_accepted_but_unsent_messages_are_not_on_the_phone(page: Page, peer: Peer) -> None:
    peer.send(Body="<script>alert(1)</script>")
    assert page.news()["messages"] == []


@pytest.mark.parametrize("after", ["", "yesterday", "2026-13-45T99:99:99Z", "2026-01-01T00:00:00"])
def test_a_cursor_that_is_none_starts_from_the_beginning(own_address: Receiver, page: Page, after: str) -> None:
    page.send(text="hi")
    assert len(page.news(after)["messages"]) == 1
    assert page.news("2999-01-01T00:00:00+00:00")["messages"] == []


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"name": "Kemboi", "address": "+254711222333"}, 201),
        ({"name": "Kemboi", "address": "whatsapp:KE.4566546130240823"}, 201),
        ({"name": "Kemboi"}, 201),
        ({"name": " "}, 400),
        ({"name": "Kemboi", "address": "0711222333"}, 400),
    ],
)
def test_a_new_customer(page: Page, fields: dict[str, str], status: int) -> None:
    response = page.client.post("/simulator/api/duka/phones/", fields)
    assert response.status_code == status
    assert ("problem" in response.json()) == (status == 400)


def test_faults_are_planned_for_this_phone(page: Page, phone: SimulatedPhone) -> None:
    assert page.client.post(f"{page.path}/faults", {"kind": "busy"}).status_code == 204
    assert page.client.post(f"{page.path}/faults", {"kind": "flood"}).status_code == 400
    with fleet_scope():
        assert [fault.phone_id for fault in SimulatedFault.objects.all()] == [phone.id]


@pytest.mark.usefixtures("kept_back")
def test_a_message_without_a_turn_is_explained_by_its_form(page: Page, peer: Peer) -> None:
    sid = peer.send().json()["sid"]
    known = page.client.get(f"/simulator/api/duka/messages/{sid}/why").json()
    assert (known["turn"], known["from"], known["form"]["To"]) == (None, "business", CUSTOMER)
    assert page.client.get("/simulator/api/duka/messages/SM0/why").status_code == 404
