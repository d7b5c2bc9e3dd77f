"""One speaks at a time: a person takes a conversation over, writes, stays away, puts it back or hands it back."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from conversations import outbox, ownership, turn
from conversations.inbox import events as inbox_events
from conversations.models import InboundMessage, OutboundMessage, Turn
from conversations.sweep import due
from journeys import graph
from journeys.reply import Template, Text
from tenants.consent import standing
from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.people import agree, member
from tests.talk import Talk
from tools import events
from tools.models import ToolCall

pytestmark = pytest.mark.django_db
Status = OutboundMessage.Status


@pytest.fixture
def customer(talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]) -> Talk:
    return talk(make_tenant(escalation_rules={"reply_within_minutes": 30}))


@pytest.fixture
def operator(customer: Talk) -> UUID:
    return member(customer.tenant).pk


def take_over(customer: Talk, operator: UUID, **options: Any) -> bool:
    known = {"now": timezone.now(), "answer_by": None} | options
    with tenant_scope(customer.tenant.id):
        return ownership.take_over(customer.conversation.id, operator_id=operator, **known)


def hand_back(customer: Talk, words: str = "") -> None:
    with tenant_scope(customer.tenant.id):
        ownership.hand_back(customer.conversation.id, words=words, ticket=None, now=timezone.now())


def write(customer: Talk, operator: UUID, text: str, **options: Any) -> bool:
    known: dict[str, Any] = {"key": uuid4(), "now": timezone.now()} | options
    with tenant_scope(customer.tenant.id):
        return ownership.write(customer.conversation.id, Text(text=text), operator_id=operator, **known)


def statuses(customer: Talk) -> list[str]:
    with tenant_scope(customer.tenant.id):
        return list(OutboundMessage.objects.order_by("queued_at", "position").values_list("status", flat=True))


def test_the_assistant_is_silent_while_a_person_has_the_conversation(customer: Talk, operator: UUID) -> None:
    customer.say("Hi")
    take_over(customer, operator)
    assert customer.say("Are you there?", "hello") == []
    assert customer.last_turn.trace["notes"]["silence"] == "a person has the conversation"
    write(customer, operator, "Hello, this is Amina.")
    assert customer.answer() == []  # the words of a person need no turn
    outbox.deliver(customer.tenant.id, customer.conversation.id, wait=lambda seconds: None)
    assert customer.twilio.messages[-1].fields["Body"] == "Hello, this is Amina."
    hand_back(customer)
    assert customer.say("Hi again")


def test_an_unsent_reply_is_withdrawn(customer: Talk, operator: UUID) -> None:
    customer.post(Body="Hi")
    turn.run(customer.tenant.id, customer.conversation.id)
    assert set(statuses(customer)) == {Status.QUEUED}
    take_over(customer, operator)
    assert set(statuses(customer)) == {Status.WITHDRAWN}
    outbox.deliver(customer.tenant.id, customer.conversation.id)
    assert customer.twilio.messages == []


def test_a_reply_that_comes_back_into_the_queue_is_not_sent_either(customer: Talk, operator: UUID) -> None:
    """Twilio was busy while the person took over: the door itself looks at the epoch."""
    customer.post(Body="Hi")
    turn.run(customer.tenant.id, customer.conversation.id)
    take_over(customer, operator)
    with tenant_scope(customer.tenant.id):
        OutboundMessage.objects.update(status=Status.QUEUED)
    write(customer, operator, "I am a person.")
    outbox.deliver(customer.tenant.id, customer.conversation.id, wait=lambda seconds: None)
    assert [message.fields["Body"] for message in customer.twilio.messages] == ["I am a person."]


def test_a_turn_under_way_causes_nothing_more(customer: Talk, operator: UUID) -> None:
    customer.post(Body="nataka kuongea na mtu")
    ids = customer.tenant.id, customer.conversation.id

    def interrupted(state: Any, context: Any) -> graph.Outcome:
        take_over(customer, operator)
        return graph.respond(state, context)

    assert turn.run(*ids, think=interrupted)
    with tenant_scope(customer.tenant.id):
        assert not ToolCall.objects.exclude(effect="read").exists()
        assert not OutboundMessage.objects.exists()
        assert Turn.objects.get().status == Turn.Status.RUNNING
    assert customer.answer() == []
    with tenant_scope(customer.tenant.id):
        assert Turn.objects.get().status == Turn.Status.COMMITTED
        assert Turn.objects.get().attempts == 1  # no worker died of it
        assert InboundMessage.objects.get().status == InboundMessage.Status.ANSWERED


def test_a_turn_that_has_only_read_commits_nothing(customer: Talk, operator: UUID) -> None:
    customer.post(Body="Hi")

    def interrupted(state: Any, context: Any) -> graph.Outcome:
        outcome = graph.respond(state, context)
        take_over(customer, operator)
        return outcome

    turn.run(customer.tenant.id, customer.conversation.id, think=interrupted)
    assert statuses(customer) == []
    assert customer.answer() == []


@pytest.mark.parametrize(("word", "wants"), [("STOP", False), ("Unsubscribe", False), ("START", True)])
def test_a_consent_word_is_obeyed_and_confirmed_once(customer: Talk, operator: UUID, word: str, wants: bool) -> None:
    customer.say("Hi")
    if wants:
        customer.say("STOP")
    take_over(customer, operator)
    assert len(customer.say("wait", word)) == 1
    with tenant_scope(customer.tenant.id):
        assert standing.of(Customer.objects.get().pk).known["service"] is wants


def test_a_confirmation_of_a_consent_word_is_not_withdrawn(customer: Talk, operator: UUID) -> None:
    customer.post(Body="STOP")
    turn.run(customer.tenant.id, customer.conversation.id)
    take_over(customer, operator)
    outbox.deliver(customer.tenant.id, customer.conversation.id)
    assert len(customer.twilio.messages) == 1


def test_events_wait_until_the_assistant_may_tell_of_them(customer: Talk, operator: UUID) -> None:
    customer.say("Hi")
    take_over(customer, operator)
    with tenant_scope(customer.tenant.id):
        known = {"conversation_id": customer.conversation.id, "customer_id": Customer.objects.get().pk}
        events.record(name="order.status_changed", key="x", facts={"number": "D-1", "status": "shipped"}, **known)
    inbox_events.take(customer.tenant.id, customer.conversation.id)
    assert customer.say("any news?") == []
    assert due.conversations(grace=timedelta(0)) == []
    assert due.overdue() == []
    hand_back(customer)
    customer.answer()
    with tenant_scope(customer.tenant.id):
        assert set(InboundMessage.objects.values_list("status", flat=True)) == {InboundMessage.Status.ANSWERED}


def test_somebody_who_stays_away_is_excused_once(customer: Talk, operator: UUID) -> None:
    customer.say("Hi")
    take_over(customer, operator)
    customer.say("my parcel is broken", "hello?")
    promised = customer.conversation.answer_due_at
    assert promised is not None
    assert ownership.tell_away(now=promised - timedelta(seconds=1)) == []
    assert len(ownership.tell_away(now=promised + timedelta(seconds=1))) == 1
    assert ownership.tell_away(now=promised + timedelta(days=1)) == []
    before = len(customer.twilio.messages)
    outbox.deliver(
        customer.tenant.id,
        customer.conversation.id,
        wait=lambda seconds: None,
        now=lambda: promised + timedelta(hours=1),
    )
    assert "our team has not come back" in customer.twilio.messages[before].fields["Body"]


def test_who_has_answered_is_not_excused(customer: Talk, operator: UUID) -> None:
    customer.say("Hi")
    take_over(customer, operator, answer_by=timezone.now() + timedelta(minutes=5))
    write(customer, operator, "Here I am.")
    assert ownership.tell_away(now=timezone.now() + timedelta(hours=1)) == []


def test_only_who_has_it_writes_and_twice_is_once(customer: Talk, operator: UUID) -> None:
    customer.say("Hi")
    with pytest.raises(ownership.NotTheirs):
        write(customer, operator, "hello")
    take_over(customer, operator)
    key = uuid4()
    assert [write(customer, operator, "hello", key=key) for _ in range(2)] == [True, False]
    other = member(customer.tenant).pk
    take_over(customer, other)
    with pytest.raises(ownership.NotTheirs):
        write(customer, operator, "still me")


def test_nobody_speaks_after_it_was_put_back(customer: Talk, operator: UUID) -> None:
    customer.say("Hi")
    take_over(customer, operator)
    with tenant_scope(customer.tenant.id):
        assert ownership.put_back(customer.conversation.id, now=timezone.now())
    assert customer.say("anybody?") == []
    with pytest.raises(ownership.NotTheirs):
        write(customer, operator, "me")


def test_outside_the_window_only_a_template_goes_and_never_to_who_has_opted_out(customer: Talk, operator: UUID) -> None:
    customer.say("Hi")
    take_over(customer, operator)
    later = timezone.now() + timedelta(hours=25)
    with pytest.raises(ownership.WindowClosed):
        write(customer, operator, "late", now=later)
    template = Template(text="Your order is here.", name="here", content_sid="HX" + "1" * 32)
    with tenant_scope(customer.tenant.id):
        known: dict[str, Any] = {"operator_id": operator, "now": later}
        assert ownership.write(customer.conversation.id, template, key=uuid4(), **known)
        agree(Customer.objects.get(), service=False)
        with pytest.raises(ownership.OptedOut):
            ownership.write(customer.conversation.id, template, key=uuid4(), **known)


def test_what_the_assistant_goes_on_from(customer: Talk, operator: UUID) -> None:
    """It knows what was said, in whose words, and no question or quote of before stands any more."""
    customer.say("nataka viatu vya kukimbia")
    take_over(customer, operator)
    customer.say("the sole came off")
    write(customer, operator, "We send you a new pair tomorrow.")
    hand_back(customer, "A new pair goes out tomorrow, free of charge.")
    state = customer.conversation.state
    assert state["controls"]["asked"] is None
    assert "A new pair goes out tomorrow" in state["handoff"]["handed_back"]
    assert "is past" in state["handoff"]["handed_back"]
    assert [(each["who"], each["text"]) for each in state["transcript"]["messages"]][-2:] == [
        ("customer", "the sole came off"), ("person", "We send you a new pair tomorrow."),
    ]  # fmt: skip
