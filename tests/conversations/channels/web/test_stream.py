"""A chat's streams, asked as a server asks the application: seed 001's events, and who hears what."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connections
from django.test import Client

from conversations.channels.web import stream as streams
from conversations.channels.web import views
from conversations.channels.web.shown import Answer
from conversations.live.application import Application
from conversations.live.hub import Hub
from conversations.models import Conversation, InboundMessage
from tenants import live
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.conversations.channels.web.visitor import PAGE, open_chat, work
from tests.conversations.live.test_streams import Stream, run

pytestmark = pytest.mark.usefixtures("committed_db")


class Site:
    """The live process with a hub that is told by the test; a worker runs each turn as it is woken."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.hub = Hub("redis://127.0.0.1:1/0")
        self.hub.is_hearing = True
        self.application = Application(self.hub)

    @asynccontextmanager
    async def post(self, path: str, body: Any, **headers: str) -> AsyncIterator[Stream]:
        sent = {"host": "testserver", "origin": PAGE, "x-tulia-key": self.channel.webhook_token} | headers
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        scope = {
            "type": "http", "method": "POST", "path": f"/api/v1/chat/{path}/", "query_string": b"",
            "client": ("127.0.0.1", 1),
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        }  # fmt: skip
        one, parts = Stream(), [{"type": "http.request", "body": content, "more_body": False}]

        async def receive() -> Any:
            return parts.pop() if parts else await one.receive()

        running = asyncio.create_task(self.application(scope, receive, one.send))
        await one.until(lambda it: it.status > 0)
        yield one
        one.is_gone.set()
        await asyncio.wait_for(running, timeout=20)


def events(told: str) -> list[tuple[str, Any]]:
    found = [block.split("\n") for block in told.split("\n\n") if block.startswith("event: ")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in found]


@pytest.fixture
def site(make_tenant: Callable[..., Tenant], monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setattr("conversations.turn._prolong", lambda held, now: None)
    monkeypatch.setattr("conversations.tasks.wake", work)
    channel = open_chat(make_tenant())
    connections.close_all()
    return Site(channel)


def test_an_answer_comes_in_the_agreed_events(site: Site) -> None:
    async def told() -> None:
        async with site.post("stream", {"message": "hello"}) as one:
            await one.until(lambda it: it.is_over)
            came = events(one.told)
            assert one.headers[b"access-control-allow-origin"] == PAGE.encode()
            assert [name for name, _ in came][:1] == ["metadata"]
            assert {name for name, _ in came[1:-1]} <= {"token", "replace", "message", "sources"}
            assert came[-1][0] == "done"
            assert came[-1][1]["done"] is True
            texts = [data["text"] for name, data in came if name == "message"]
            pieces = [data["content"] for name, data in came if name in ("token", "replace")]
            assert "".join(pieces) == "".join(texts) != ""
        thread = came[0][1]["thread_id"]
        async with site.post("stream", {"message": "bye", "thread_id": thread}) as one:
            await one.until(lambda it: it.is_over)
            assert events(one.told)[0][1]["thread_id"] == thread
        assert len(site.hub) == 0

    run(told)


def test_who_may_not_ask_is_told_so(site: Site) -> None:
    tried: list[tuple[str, Any, dict[str, str], int]] = [
        ("stream", {"message": "hi"}, {"x-tulia-key": "nobody"}, 401),
        ("stream", {"message": "hi"}, {"origin": "https://elsewhere.example"}, 403),
        ("stream", {"message": ""}, {}, 422),
        ("stream", {"message": "hi", "thread_id": str(uuid4())}, {}, 404),
        ("listen", {"thread_id": str(uuid4())}, {}, 404),
        ("listen", {}, {}, 422),
        ("stream", b"x" * 70_000, {}, 413),
    ]

    async def told() -> None:
        for path, body, headers, status in tried:
            async with site.post(path, body, **headers) as one:
                assert one.status == status, (path, body)
        site.hub.is_hearing = False
        async with site.post("stream", {"message": "hi"}) as one:
            assert one.status == 503

    run(told)
    with tenant_scope(site.channel.tenant_id):
        assert not InboundMessage.objects.exists()


def test_a_visitor_hears_of_their_own_thread_and_of_no_other(site: Site) -> None:
    async def told() -> None:
        async with site.post("stream", {"message": "hello"}) as one:
            await one.until(lambda it: it.is_over)
        thread = events(one.told)[0][1]["thread_id"]
        own = await asyncio.to_thread(_conversation, site.channel)
        async with site.post("listen", {"thread_id": thread}) as one:
            topic = live.topic(site.channel.tenant_id)
            site.hub.pass_on(topic, str(uuid4()))
            site.hub.pass_on(topic, str(own))
            await one.until(lambda it: "event: talk" in it.told)
            assert "queue" not in one.told
            assert str(own) not in one.told

    run(told)


def _conversation(channel: Channel) -> UUID:
    with tenant_scope(channel.tenant_id):
        found = UUID(str(Conversation.objects.get().pk))
    connections.close_all()
    return found


def test_when_nobody_answers_the_stream_says_so_and_ends(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conversations.tasks.wake", lambda *ids, **_: None)
    monkeypatch.setattr(streams, "TICK_SECONDS", 0.01)
    monkeypatch.setattr(views, "TIMEOUT_SECONDS", 0.05)

    async def told() -> None:
        async with site.post("stream", {"message": "hello"}) as one:
            await one.until(lambda it: it.is_over)
            assert [name for name, _ in events(one.told)] == ["metadata", "error", "done"]

    run(told)


def test_a_visitor_who_goes_away_leaves_nothing_behind(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conversations.tasks.wake", lambda *ids, **_: None)

    async def told() -> None:
        async with site.post("stream", {"message": "hello"}) as one:
            await one.until(lambda it: "metadata" in it.told)
        assert len(site.hub) == 0

    run(told)
    with tenant_scope(site.channel.tenant_id):
        assert InboundMessage.objects.count() == 1


@pytest.mark.parametrize("text", ["One. Two!  Three?\n\nA 3.50 line\nlast", "", "\n", "no end", "a.b. c.\r\nd", " x "])
def test_the_pieces_together_are_the_text(text: str) -> None:
    assert "".join(streams.sentences(text)) == text


def test_a_reply_of_code_comes_whole_and_one_of_facts_in_sentences() -> None:
    message = {"kind": "text", "text": "Check-in is at 14:00. Early arrivals may wait."}
    by_route = {
        route: [
            name
            for name, _ in events("".join(streams.events_of(Answer(is_over=True, messages=[message], trace=trace))))
        ]
        for route, trace in (("support", {"route": {"journey": "support"}}), ("unknown", {}))
    }
    assert by_route == {"support": ["token", "token", "message", "done"], "unknown": ["replace", "message", "done"]}


def test_the_web_process_points_to_the_live_one(site: Site) -> None:
    headers = {"X-Tulia-Key": site.channel.webhook_token}
    answer = Client().post("/api/v1/chat/stream/", {"message": "hi"}, content_type="application/json", headers=headers)
    assert answer.status_code == 307
    assert answer["Location"].endswith("/api/v1/chat/stream/")
