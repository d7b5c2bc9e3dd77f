"""Who writes shows on the pages that have the same conversation open, and on no others; nothing of it is kept."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from conversations import tasks
from conversations.channels.web import views
from conversations.live.hub import Hub
from tenants import live
from tenants.models import Tenant
from tests.conversations.channels.web.visitor import Visitor, open_chat, work
from tests.conversations.desk.operator import Operator
from tests.talk import Talk

TENANT, TALK = uuid4(), uuid4()


def told(who: str) -> str:
    return f"{TALK} {json.dumps({'who': who, 'user': str(uuid4()), 'name': 'Zawadi'})}"


def test_it_is_told_where_the_conversation_is_open_and_a_visitor_learns_no_name() -> None:
    hub = Hub("redis://127.0.0.1:1/0")
    desk, queue = hub.open(TENANT, TALK), hub.open(TENANT, None)
    other, visitor = hub.open(TENANT, uuid4()), hub.open(TENANT, TALK, hears_all=False)
    elsewhere = hub.open(uuid4(), TALK)
    hub.pass_on(live.topic(TENANT), told("operator"))
    (event,) = desk.take()
    assert (event[0], json.loads(event[1])["name"]) == ("typing", "Zawadi")
    assert visitor.take() == [("typing", "{}")]
    hub.pass_on(live.topic(TENANT), told("customer"))
    hub.pass_on(live.topic(TENANT), told("colleague"))
    assert visitor.take() == []
    assert [one.take() for one in (queue, other, elsewhere)] == [[], [], []]


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []
    monkeypatch.setattr(live.PUBLISHER, "tell", lambda tenant_id, message: found.append(message.partition(" ")[2]))
    return found


@pytest.mark.django_db
def test_an_operator_who_has_the_conversation_shows_on_the_customers_phone(
    talk: Callable[..., Talk],
    make_tenant: Callable[..., Tenant],
    published: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    customer = talk(make_tenant())
    customer.say("nataka kuongea na mtu")
    shown: list[Any] = []
    monkeypatch.setattr(tasks, "wake_typing", lambda *ids: shown.append(ids))
    operator, colleague = Operator(customer), Operator(customer)
    operator.do("take-over")

    def type_(who: Operator) -> str:
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            assert who.do("typing").status_code == 204
        return str(json.loads(next(filter(None, published)))["who"])

    assert type_(operator) == "operator"
    ((_, channel_id, provider_id),) = shown
    assert (channel_id, provider_id[:2]) == (customer.channel.pk, "SM")
    assert type_(operator) == "operator"
    assert type_(colleague) == "colleague"
    assert len(shown) == 1, "the phone shows it for a while, and nobody's who does not have the conversation"
    assert operator.client.post(f"/desk/tickets/{uuid4()}/typing/").status_code == 404


@pytest.mark.django_db
def test_a_visitor_tells_it_of_their_own_thread(
    make_tenant: Callable[..., Tenant],
    published: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    channel = open_chat(make_tenant())
    monkeypatch.setattr(tasks, "wake", work)
    visitor = Visitor(channel)
    visitor.say("hello")
    published.clear()
    with django_capture_on_commit_callbacks(execute=True):
        assert visitor.post("typing/", {"thread_id": visitor.thread}).status_code == 204
    assert [json.loads(one)["who"] for one in published] == ["customer"]
    assert visitor.post("typing/", {"thread_id": str(UUID(int=7))}).status_code == 404
    assert visitor.post("typing/", {}).status_code == 422
    monkeypatch.setattr(views, "TYPES_A_MINUTE", 1)
    answers = [visitor.post("typing/", {"thread_id": visitor.thread}).status_code for _ in range(4)]
    assert 429 in answers
