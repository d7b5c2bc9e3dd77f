"""What is particular to the fast path: what it takes, what goes together there, and that each still fails alone."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from io import BytesIO
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.conf import settings as installed
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.urls import resolve

from config.serving import fast_path
from config.serving.fast_path import FastPath
from conversations import inbox, routing
from conversations.channels.whatsapp.webhook import USUAL
from conversations.models import Conversation, InboundMessage
from tenants.models import Channel, Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.conversations import signed
from tests.here import free_port

MakeTenant = Callable[..., Tenant]
LIMIT_SECONDS = 20
# What it leaves out, since it knows people by a cookie or adds to their pages, and what it asks or says itself. Whoever
# adds one decides whether a provider must pass it too (docs/adr/0027).
LEFT_OUT = {
    "django.middleware.security.SecurityMiddleware", "config.serving.middleware.ContentPolicy",
    "whitenoise.middleware.WhiteNoiseMiddleware", "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware", "django_otp.middleware.OTPMiddleware",
    "tenants.middleware.VerifiedLogin", "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware", "tenants.middleware.AdminScope",
    "conversations.moving.middleware.HoldForTheMoving",
}  # fmt: skip
ASKED_TOO = {
    "config.serving.middleware.RequestLog", "config.serving.middleware.ClosedUntilWalled",
    "config.serving.middleware.DemoGate",
}  # fmt: skip


@pytest.fixture(autouse=True)
def way() -> None:
    """Both at once: the fast path before Django, as the web process has them."""


@pytest.fixture
def shop(committed_db: None, make_tenant: MakeTenant) -> Channel:
    return channel_of(make_tenant())


def channel_of(tenant: Tenant) -> Channel:
    with tenant_scope(tenant.pk):
        channel = Channel.objects.select_related("tenant").get(kind="whatsapp")
    routing.find_channel(channel.webhook_token, "whatsapp")  # a moment ago
    return channel


class Site:
    """The web process's application; counts what goes on to Django."""

    def __init__(self) -> None:
        self.passed_on: list[str] = []
        self._django = WSGIHandler()
        self._fast_path = FastPath(self._slow)

    def _slow(self, environ: dict[str, Any], start_response: Any) -> Any:
        self.passed_on.append(environ["PATH_INFO"])
        return self._django(environ, start_response)

    def post(self, channel: Channel, *, secret: str | None = None, length: str | None = None, **fields: str) -> str:
        """The status that it is answered with."""
        path, form = signed.path_of(channel), signed.message(channel, **fields)
        body = urlencode(form).encode()
        environ = {
            "REQUEST_METHOD": "POST", "PATH_INFO": path, "SCRIPT_NAME": "", "QUERY_STRING": "",
            "SERVER_NAME": "testserver", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": "http", "wsgi.input": BytesIO(body), "CONTENT_TYPE": signed.FORM,
            "CONTENT_LENGTH": str(len(body)) if length is None else length,
            "HTTP_X_TWILIO_SIGNATURE": signed.sign(
                f"http://testserver{path}", form.items(), secret or channel.auth_token
            ),
        }  # fmt: skip
        told: list[Any] = []
        b"".join(self._fast_path(environ, lambda *words, **_: told.extend(words)))
        return str(told[0])


@pytest.fixture
def site() -> Site:
    return Site()


def stored(channel: Channel) -> list[str]:
    with tenant_scope(channel.tenant_id):
        return list(InboundMessage.objects.values_list("body", flat=True))


@contextmanager
def held_up(monkeypatch: pytest.MonkeyPatch, *tokens: str) -> Iterator[tuple[list[int], threading.Event]]:
    """The first transaction of these waits until the event is set; how many messages each has had."""
    sizes: list[int] = []
    begun, go_on = threading.Event(), threading.Event()
    real = inbox.record_usual

    def record_usual(channel: Channel, messages: Any, **about: Any) -> Any:
        assert {message.payload["To"] for message in messages} == {channel.sender}
        sizes.append(len(messages))
        if len(sizes) == 1:
            begun.set()
            assert go_on.wait(LIMIT_SECONDS)
        return real(channel, messages, **about)

    monkeypatch.setattr(inbox, "record_usual", record_usual)
    yield sizes, go_on
    go_on.set()


def closing(work: Callable[..., str]) -> Callable[..., str]:
    """The thread's connection goes with it."""

    def closed(*args: Any, **options: Any) -> str:
        try:
            return work(*args, **options)
        finally:
            connections.close_all()

    return closed


def test_a_message_of_somebody_who_is_known_is_served_without_django(shop: Channel, site: Site) -> None:
    assert site.post(shop, Body="one") == "200 OK"
    assert len(site.passed_on) == 1, "a new customer takes the longer way"
    assert site.post(shop, Body="two") == "200 OK"
    assert len(site.passed_on) == 1
    assert sorted(stored(shop)) == ["one", "two"]


def test_it_tells_a_name_and_what_else_is_new(shop: Channel, site: Site) -> None:
    site.post(shop)
    site.post(shop, ProfileName="Asha Wanjirú")
    assert len(site.passed_on) == 1
    with tenant_scope(shop.tenant_id):
        conversation = Conversation.objects.select_related("customer").get()
    assert conversation.customer.name == "Asha Wanjirú"
    assert (conversation.inbound_count, conversation.due_at is None) == (2, False)


@pytest.mark.parametrize(
    "odd",
    [
        {"secret": "another"}, {"length": ""}, {"length": "99999999"}, {"length": "-1"}, {"MessageSid": "no sid"},
        {"MediaUrl0": "https://api.twilio.com/x"}, {"MessageSid": "SM" + "7" * 32},
    ],
    ids=str,
)  # fmt: skip
def test_whatever_is_not_usual_is_left_to_django(shop: Channel, site: Site, odd: dict[str, str]) -> None:
    site.post(shop)
    site.post(shop, MessageSid="SM" + "7" * 32)
    before = len(site.passed_on)
    site.post(shop, **odd)
    assert len(site.passed_on) == before + 1


def test_a_channel_that_was_not_asked_for_a_moment_ago_is_left_to_django(shop: Channel, site: Site) -> None:
    site.post(shop)
    routing.forget()
    assert site.post(shop) == "200 OK"
    assert len(site.passed_on) == 2
    site.post(shop)
    assert len(site.passed_on) == 2


def test_what_waits_goes_together_and_each_is_answered_for_itself(
    shop: Channel, site: Site, make_tenant: MakeTenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among them one with a forged signature and one that comes twice; another tenant's do not wait for them."""
    other = channel_of(make_tenant())
    for channel in (shop, other):
        site.post(channel, Body="hi")
    site.passed_on.clear()
    twice = {"MessageSid": "SM" + "8" * 32, "Body": "twice"}
    with held_up(monkeypatch) as (sizes, go_on), ThreadPoolExecutor(16) as threads:
        post = closing(site.post)
        first = threads.submit(post, shop, Body="first")
        until(lambda: sizes == [1])
        waiting = [threads.submit(post, shop, Body=str(number)) for number in range(8)]
        waiting += [threads.submit(post, shop, **twice) for _ in range(2)]
        forged = threads.submit(post, shop, secret="another", Body="forged")
        assert threads.submit(post, other, Body="theirs").result(LIMIT_SECONDS) == "200 OK"
        go_on.set()
        assert [it.result(LIMIT_SECONDS) for it in (first, *waiting)] == ["200 OK"] * 11
        assert forged.result(LIMIT_SECONDS) == "403 Forbidden"
    assert max(sizes) > 1
    assert sorted(stored(shop)) == sorted(["hi", "first", "twice", *map(str, range(8))])
    assert sorted(stored(other)) == ["hi", "theirs"]


def test_whoever_waits_for_a_locked_row_keeps_no_other_waiting(shop: Channel, site: Site) -> None:
    for number in range(6):
        site.post(shop, From=f"whatsapp:+25471234560{number}", Body="hi")
    with ThreadPoolExecutor(16) as threads, tenant_scope(shop.tenant_id):
        assert Conversation.objects.select_for_update().get(customer__address="whatsapp:+254712345600")
        post = closing(site.post)
        answers: list[Future[str]] = [
            threads.submit(post, shop, From=f"whatsapp:+25471234560{number}", Body="then") for number in range(6)
        ]
        assert [it.result(LIMIT_SECONDS) for it in answers[1:]] == ["200 OK"] * 5
        assert not answers[0].done()
    assert answers[0].result(LIMIT_SECONDS) == "200 OK"
    assert stored(shop).count("then") == 6


def test_many_at_once_are_each_stored_once_at_their_own_tenant(
    shop: Channel, site: Site, make_tenant: MakeTenant
) -> None:
    channels = [shop, channel_of(make_tenant()), channel_of(make_tenant())]
    told = [(number % 3, uuid4().hex) for number in range(240)]

    def post(number: int, body: str) -> str:
        return site.post(channels[number], From=f"whatsapp:+2547123456{hash(body) % 7:02d}", Body=body)

    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(closing(post), *zip(*told, strict=True)))
    assert set(answers) == {"200 OK"}
    for number, channel in enumerate(channels):
        assert sorted(stored(channel)) == sorted(body for place, body in told if place == number)
    with fleet_scope():
        count = sum(Conversation.objects.values_list("inbound_count", flat=True))
    assert count == len(told)


def test_without_a_database_all_that_wait_are_told_so_soon(
    shop: Channel, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.post(shop)
    settings_dict = connections["default"].settings_dict
    connections.close_all()
    connections["default"].close_pool()
    monkeypatch.setitem(settings_dict, "PORT", str(free_port()))
    monkeypatch.setitem(settings_dict, "HOST", "127.0.0.1")
    monkeypatch.setitem(settings_dict["OPTIONS"]["pool"], "timeout", 0.5)
    try:
        assert site.post(shop) == "503 Service Unavailable"
        assert len(site.passed_on) == 1
    finally:
        connections["default"].close_pool()


def test_the_demo_is_for_its_own_machine_here_too(shop: Channel, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.post(shop)
    monkeypatch.setattr(installed, "TULIA", installed.TULIA.model_copy(update={"demo": True}))
    monkeypatch.setattr(fast_path.middleware, "is_from_here", lambda request: False)
    assert site.post(shop) == "403 Forbidden"
    assert len(site.passed_on) == 2


def test_a_process_that_does_not_know_its_wall_serves_nothing(
    shop: Channel, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.post(shop)
    monkeypatch.setattr(fast_path.startup, "is_wall_unproven", lambda: True)
    assert site.post(shop) == "503 Service Unavailable"


def test_it_stands_for_the_view_at_its_address() -> None:
    assert USUAL.address.fullmatch("/webhooks/twilio/a-token/")
    assert resolve("/webhooks/twilio/a-token/").route == USUAL.route


def test_each_middleware_is_either_asked_here_too_or_left_out_on_purpose() -> None:
    assert set(installed.MIDDLEWARE) == LEFT_OUT | ASKED_TOO


def until(is_so: Callable[[], bool]) -> None:
    """Wait for what another thread does."""
    waited = threading.Event()
    for _ in range(LIMIT_SECONDS * 100):
        if is_so():
            return
        waited.wait(0.01)
    raise AssertionError("it did not come so far")
