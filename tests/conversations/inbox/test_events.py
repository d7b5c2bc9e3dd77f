"""Events of our own enter the inbox once and in order, open no window, count for nothing of hers, and are told."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from conversations import tasks, turn
from conversations.inbox import events as inbox_events
from conversations.models import Conversation, InboundMessage, OutboundMessage
from conversations.rights import erasure
from conversations.sweep import due
from conversations.turn import batch, lease
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.conversations.simulator.receiver import eventually
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk
from tests.undone import undone
from tools import events, publisher
from tools.models import Event

FACTS = {"number": "K7M2P9R4", "amount": "4500.00", "currency": "KES", "receipt": "UKL8A1B2C3", "method": "mpesa_stk"}
SETTLED = FACTS | {"paid": "4500.00", "due": "0.00"}
TEMPLATE = {"name": "payment_received", "content_sid": "HX" + "a" * 32, "variables": ["amount", "number", "receipt"]}
db = pytest.mark.django_db


@pytest.fixture
def customer(talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]) -> Talk:
    """Somebody who has just written, in English."""
    customer = talk(make_tenant())
    customer.say("Hello, do you have running shoes?")
    return customer


@pytest.fixture
def waiting(talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]) -> Talk:
    """Somebody who has just written and has no answer yet."""
    customer = talk(make_tenant())
    assert customer.post(Body="Hi").status_code == 200
    return customer


def leave(customer: Talk, key: str | None = None, name: str = "payment.settled", **facts: Any) -> bool:
    conversation = customer.conversation
    with tenant_scope(customer.tenant.id):
        return events.record(
            name=name,
            key=key or uuid4().hex,
            conversation_id=conversation.id,
            customer_id=conversation.customer_id,
            facts=SETTLED | facts,
        )


def take(customer: Talk) -> int:
    return inbox_events.take(customer.tenant.id, customer.conversation.id)


def told(customer: Talk) -> list[str]:
    take(customer)
    return customer.answer()


def inbox(customer: Talk) -> list[InboundMessage]:
    with tenant_scope(customer.tenant.id):
        return list(InboundMessage.objects.filter(kind="event").order_by("received_at", "id"))


def silent_for(customer: Talk, **time: float) -> None:
    with tenant_scope(customer.tenant.id):
        Conversation.objects.update(last_inbound_at=timezone.now() - timedelta(**time))


@db
def test_an_event_enters_the_inbox_once_however_often_it_is_left_and_taken(customer: Talk) -> None:
    assert leave(customer, "payment:1:settled")
    assert not leave(customer, "payment:1:settled")
    assert [take(customer), take(customer)] == [1, 0]
    with tenant_scope(customer.tenant.id):
        Event.objects.update(taken_at=None)  # as after a crash between two systems, had there been two
    assert take(customer) == 0
    (message,) = inbox(customer)
    assert message.payload == {"name": "payment.settled", "facts": SETTLED}
    assert not message.provider_id.startswith(("SM", "MM"))


@db
def test_an_event_is_due_at_once_and_told(customer: Talk) -> None:
    leave(customer)
    (words,) = told(customer)
    assert "KES 4,500" in words
    assert "UKL8A1B2C3" in words
    assert "K7M2P9R4" in words
    assert customer.last_turn.trace["messages"] == [{"kind": "event", "text": "payment.settled"}]


@db
def test_an_event_brings_no_try_forward_that_was_put_off(customer: Talk) -> None:
    customer.post(Body="nime")
    due_at = timezone.now() + turn.RETRY_AFTER
    with tenant_scope(customer.tenant.id):
        Conversation.objects.update(due_at=due_at)
    leave(customer)
    take(customer)
    assert customer.conversation.due_at == due_at


@db
def test_an_event_opens_no_window_and_counts_for_no_message_of_hers(customer: Talk) -> None:
    silent_for(customer, hours=30)
    heard_at = customer.conversation.last_inbound_at
    for _ in range(25):
        leave(customer)
    take(customer)
    assert customer.conversation.last_inbound_at == heard_at
    held = lease.claim(customer.tenant.id, customer.conversation.id, now=timezone.now())
    assert held is not None
    taken = batch.take(held, now=timezone.now())
    assert taken is not None
    assert taken.context.messages_last_minute == 1  # her own, at the beginning
    assert taken.context.text == ""


@db
def test_outside_the_window_the_tenants_template_is_sent(customer: Talk) -> None:
    with tenant_scope(customer.tenant.id):
        Tenant.objects.update(templates={"payment.settled": TEMPLATE})
    silent_for(customer, hours=30)
    leave(customer)
    take(customer)
    customer.answer()
    fields = customer.twilio.messages[-1].fields
    assert fields["ContentSid"] == TEMPLATE["content_sid"]
    assert fields["ContentVariables"] == '{"1": "KES 4,500", "2": "K7M2P9R4", "3": "UKL8A1B2C3"}'


@db
def test_outside_the_window_and_without_a_template_it_fails_where_an_operator_sees_it(customer: Talk) -> None:
    silent_for(customer, hours=30)
    leave(customer)
    assert told(customer) == []
    with tenant_scope(customer.tenant.id):
        message = OutboundMessage.objects.latest("queued_at")
    assert (message.status, message.error_code) == ("failed", "63016")
    assert "UKL8A1B2C3" in message.body


@db
def test_inside_the_window_no_template_is_used(customer: Talk) -> None:
    with tenant_scope(customer.tenant.id):
        Tenant.objects.update(templates={"payment.settled": TEMPLATE})
    leave(customer)
    (words,) = told(customer)
    assert "Payment received" in words


@db
def test_the_sweep_finds_what_nobody_was_told_of(customer: Talk) -> None:
    leave(customer)
    here = (customer.tenant.id, customer.conversation.id)
    assert here not in due.events(grace=timedelta(minutes=1))
    assert here in due.events(grace=timedelta(0))
    for tenant_id, conversation_id in due.events(grace=timedelta(0)):
        tasks.take_events(tenant_id=str(tenant_id), conversation_id=str(conversation_id))
    assert due.events(grace=timedelta(0)) == []
    assert len(inbox(customer)) == 1


@db
def test_nothing_of_an_erased_customer_comes_back(customer: Talk) -> None:
    conversation = customer.conversation
    leave(customer)
    erasure.erase(customer.tenant.id, conversation.customer_id)
    with tenant_scope(customer.tenant.id):
        assert Event.objects.count() == 0
        events.record(
            name="payment.settled", key="late", conversation_id=conversation.id,
            customer_id=conversation.customer_id, facts=SETTLED,
        )  # fmt: skip
    assert inbox_events.take(customer.tenant.id, conversation.id) == 0
    with tenant_scope(customer.tenant.id):
        assert (Event.objects.count(), InboundMessage.objects.count()) == (0, 0)


@db
def test_an_event_of_another_customer_is_not_told_in_this_conversation(customer: Talk) -> None:
    with tenant_scope(customer.tenant.id):
        other = Customer.objects.create(address="whatsapp:+254711999888")
        events.record(
            name="payment.settled", key="x", conversation_id=customer.conversation.id, customer_id=other.id,
            facts=SETTLED,
        )  # fmt: skip
    assert take(customer) == 0
    assert told(customer) == []


@db
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=st.lists(st.sampled_from(["leave", "again", "take"]), max_size=12))
@undone
def test_every_event_is_taken_once_and_in_order(waiting: Talk, steps: list[str]) -> None:
    """Property 1: whatever is left and taken in between, each event is one line of the inbox, in the order left."""
    customer, left = waiting, list[str]()
    for step in steps:
        if step == "leave":
            left.append(f"key-{len(left)}")
            leave(customer, left[-1], number=left[-1])
        elif step == "again" and left:
            leave(customer, left[-1], number="another")
        elif step == "take":
            take(customer)
    take(customer)
    assert [message.payload["facts"]["number"] for message in inbox(customer)] == left


def test_the_commit_itself_wakes_the_conversation(
    committed_db: None, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[tuple[Any, dict[str, str]]] = []
    monkeypatch.setattr(publisher, "publish", lambda task, *delay, **arguments: published.append((task, arguments)))
    customer = Talk(tenant=make_tenant(), twilio=to_twilio)
    customer.post(Body="Hi")
    published.clear()
    leave(customer)
    eventually(lambda: bool(published))
    ((task, arguments),) = published
    assert task is tasks.take_events
    task(**arguments)
    assert len(inbox(customer)) == 1
