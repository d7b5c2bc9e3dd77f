"""Streams, asked as a server asks the application: who may listen, what they hear, and when it ends."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connections
from django.test import Client

from conversations.live.application import Application
from conversations.live.hub import Hub
from tenants import live, sessions
from tenants.models import Membership, Tenant
from tenants.scope import tenant_scope
from tests.people import furnish, member, platform, seated
from tools.handoff.models import HandoffTicket

pytestmark = pytest.mark.usefixtures("committed_db")
QUEUE = "/live/desk/"


class Stream:
    """One that a page has open."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.told = ""
        self.is_over = False
        self.is_gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.is_gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.told += message["body"].decode()
            self.is_over = not message.get("more_body", False)

    async def until(self, is_so: Callable[["Stream"], bool]) -> None:
        async with asyncio.timeout(20):
            while not is_so(self):
                await asyncio.sleep(0.01)


class Site:
    """The application with a hub that is told by the test."""

    def __init__(self, *, again: float = 60.0) -> None:
        self.hub = Hub("redis://127.0.0.1:1/0")
        self.hub.is_hearing = True
        self.application = Application(self.hub, again=again)

    def publish(self, tenant: Tenant, conversation_id: UUID) -> None:
        self.hub.pass_on(live.topic(tenant.pk), str(conversation_id))

    @asynccontextmanager
    async def open(self, client: Client, path: str = QUEUE, **headers: str) -> AsyncIterator[Stream]:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        sent = {"host": "testserver", "cookie": cookies} | headers
        scope = {
            "type": "http", "method": "GET", "path": path, "query_string": b"", "client": ("127.0.0.1", 1),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        }  # fmt: skip
        stream = Stream()
        running = asyncio.create_task(self.application(scope, stream.receive, stream.send))
        await stream.until(lambda it: it.status > 0)
        yield stream
        stream.is_gone.set()
        await asyncio.wait_for(running, timeout=20)


def run(told: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(told())  # type: ignore[arg-type]


def held() -> int:
    """Connections that are neither given back nor this thread's own."""
    found = connections["default"].pool.get_stats()
    return int(found.get("pool_size", 0) - found.get("pool_available", 0))


def test_each_hears_of_their_own_business_and_of_the_ticket_that_is_open(make_tenant: Callable[..., Tenant]) -> None:
    ours, theirs = make_tenant(), make_tenant()
    furnish(ours, "ours")
    with tenant_scope(ours.id):
        ticket = HandoffTicket.objects.get()
    us, them = seated(member(ours)), seated(member(theirs))
    connections.close_all()

    async def told() -> None:
        site = Site()
        async with (
            site.open(us) as queue,
            site.open(us, f"{QUEUE}{ticket.pk}/") as talk,
            site.open(them) as other,
        ):
            assert held() == 0  # none of the three
            site.publish(ours, uuid4())
            await queue.until(lambda it: "event: queue" in it.told)
            await talk.until(lambda it: "event: queue" in it.told)
            assert "event: talk" not in talk.told
            site.publish(ours, ticket.conversation_id)
            await talk.until(lambda it: "event: talk" in it.told)
            assert "event" not in other.told
            assert str(ticket.conversation_id) not in talk.told
            site.publish(theirs, ticket.conversation_id)
            await other.until(lambda it: "event: queue" in it.told)
            assert talk.told.count("event: talk") == 1
        assert len(site.hub) == 0

    run(told)


def test_who_may_not_listen_hears_nothing(make_tenant: Callable[..., Tenant]) -> None:
    theirs = make_tenant()
    furnish(theirs, "theirs")
    with tenant_scope(theirs.id):
        ticket = HandoffTicket.objects.get()
    us, staff = seated(member(make_tenant())), seated(platform())

    async def told() -> None:
        site = Site()
        tried = [
            (Client(), QUEUE, {}, 401),
            (staff, QUEUE, {}, 403),
            (us, f"{QUEUE}{ticket.pk}/", {}, 404),
            (us, QUEUE, {"origin": "https://elsewhere.example"}, 403),
            (us, QUEUE, {"origin": "null"}, 403),
            (us, "/desk/", {}, 404),
        ]
        for client, path, headers, status in tried:
            async with site.open(client, path, **headers) as stream:
                assert (stream.status, stream.told) == (status, "") or "event" not in stream.told
                assert stream.status == status, path
        async with site.open(us, origin="http://testserver:8000") as stream:
            assert stream.headers[b"access-control-allow-origin"] == b"http://testserver:8000"
        site.hub.is_hearing = False  # the page had better ask by itself
        async with site.open(us) as stream:
            assert stream.status == 503

    run(told)
    assert us.get(QUEUE).status_code == 503  # the web process has no streams


@pytest.mark.parametrize("why", ["logged out", "removed"])
def test_it_ends_when_they_may_listen_no_longer(make_tenant: Callable[..., Tenant], why: str) -> None:
    tenant = make_tenant()
    user = member(tenant)
    client = seated(user)
    connections.close_all()

    def leave() -> None:
        if why == "logged out":
            sessions.end(user.pk)
        else:
            with tenant_scope(tenant.id):
                Membership.objects.filter(user=user).delete()
        connections.close_all()

    async def told() -> None:
        site = Site(again=0.05)
        async with site.open(client) as stream:
            await stream.until(lambda it: it.told.count(":\n\n") > 1)  # asked again, and still welcome
            await asyncio.to_thread(leave)
            await stream.until(lambda it: it.is_over)
            assert "event: over" in stream.told

    run(told)


def test_a_page_that_is_only_left_open_is_not_used(make_tenant: Callable[..., Tenant]) -> None:
    client = seated(member(make_tenant()))
    client.get("/desk/")
    before = client.session[sessions.USE] | {"seen": "2020-01-01T00:00:00+00:00"}
    session = client.session
    session[sessions.USE] = before
    session.save()
    client.get("/desk/queue/", headers={"HX-Request": "true"})
    client.get(QUEUE)
    assert client.session[sessions.USE] == before
    client.get("/desk/")
    assert client.session[sessions.USE] != before


def test_streams_end_when_the_process_does(make_tenant: Callable[..., Tenant]) -> None:
    client = seated(member(make_tenant()))

    async def told() -> None:
        site = Site()
        async with site.open(client) as stream:
            await site.hub.stop()
            await stream.until(lambda it: it.is_over)

    run(told)
