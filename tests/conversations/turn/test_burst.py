"""How long an answer is held back for the rest of a burst: on a clock that is passed on by hand."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from conversations import turn
from conversations.inbox import events as inbox_events
from conversations.models import OutboundMessage, Turn
from conversations.turn import burst
from journeys import graph
from journeys.llm import mind
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.journeys.test_model_turns import Script
from tests.loopback.openai_server import OpenAIServer
from tests.talk import Talk
from tools import events
from tools.models import ToolCall

pytestmark = pytest.mark.django_db
SETTING = 1.0
THINKING = 0.1


class Clock:
    """Shows what it was put to; when somebody waits, what comes meanwhile comes."""

    def __init__(self) -> None:
        self.shows = timezone.now()
        self.waited: list[float] = []
        self.coming: list[tuple[datetime, Callable[[], object]]] = []

    def __call__(self) -> datetime:
        return self.shows

    def let_come(self, after: float, what: Callable[[], object]) -> None:
        self.coming.append((self.shows + timedelta(seconds=after), what))

    def wait(self, seconds: float) -> None:
        self.waited.append(round(seconds, 3))
        self.pass_on(seconds)

    def pass_on(self, seconds: float) -> None:
        until = self.shows + timedelta(seconds=seconds)
        for at, what in sorted(self.coming, key=lambda coming: coming[0]):
            if at <= until:
                self.coming.remove((at, what))
                self.shows = at
                what()
        self.shows = until


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


@pytest.fixture
def customer(clock: Clock, duka: Tenant, talk: Callable[..., Talk]) -> Talk:
    customer = talk(duka)
    allow(customer, SETTING)
    return customer


def allow(customer: Talk, seconds: float) -> None:
    with tenant_scope(customer.tenant.id):
        Tenant.objects.update(debounce_milliseconds=round(seconds * 1000))


def run(customer: Talk, clock: Clock, think: Any = graph.respond) -> list[float]:
    """Have the turn that is due run, thinking for a while; how long it waited, each time."""

    def respond(state: Any, context: Any) -> graph.Outcome:
        clock.pass_on(THINKING)
        return think(state, context)

    clock.waited.clear()
    assert turn.run(customer.tenant.id, customer.conversation.id, now=clock, think=respond, wait=clock.wait)
    return clock.waited


def heard(customer: Talk) -> list[list[str]]:
    """What each turn so far has answered."""
    with tenant_scope(customer.tenant.id):
        return [[line["text"] for line in made.trace["messages"]] for made in Turn.objects.order_by("started_at")]


def goes_on(customer: Talk, clock: Clock, lines: Iterable[tuple[float, str]]) -> None:
    for after, text in lines:
        clock.let_come(after, lambda text=text: customer.post(Body=text))


def test_one_line_is_thought_about_at_once_and_answered_after_a_lull(customer: Talk, clock: Clock) -> None:
    customer.post(Body="running shoes")
    assert run(customer, clock) == [burst.LULL.total_seconds() - THINKING]


@pytest.mark.parametrize(("setting", "waited"), [(5.0, [0.4]), (0.3, [0.2]), (0.0, [])])
def test_the_tenants_setting_is_an_upper_bound(
    customer: Talk, clock: Clock, setting: float, waited: list[float]
) -> None:
    allow(customer, setting)
    customer.post(Body="running shoes")
    assert run(customer, clock) == waited


def test_who_has_waited_longer_than_a_lull_is_answered_at_once(customer: Talk, clock: Clock) -> None:
    customer.post(Body="running shoes")
    clock.pass_on(3)
    assert run(customer, clock) == []


@pytest.mark.parametrize("answer", [{"Body": "2"}, {"Body": "the first one"}, {"ListId": "2"}])
def test_a_tap_or_an_answer_to_what_was_asked_waits_for_nothing(
    customer: Talk, clock: Clock, answer: dict[str, str]
) -> None:
    customer.post(Body="running shoes")
    run(customer, clock)
    if "ListId" in answer:
        with tenant_scope(customer.tenant.id):
            option = OutboundMessage.objects.get().reply["options"][1]
        answer = {"Body": option["title"], "ListId": option["id"], "MessageType": "interactive"}
    clock.pass_on(10)
    customer.post(**answer)
    assert run(customer, clock) == []


@pytest.mark.parametrize("answer", ["yes", "no", "ndio", "hapana"])
def test_a_yes_or_a_no_to_a_standing_question_waits_for_nothing(customer: Talk, clock: Clock, answer: str) -> None:
    customer.post(Body="please delete my data")
    run(customer, clock)
    with tenant_scope(customer.tenant.id):
        assert "cannot be undone" in str(OutboundMessage.objects.get().reply)
    clock.pass_on(10)
    customer.post(Body=answer)
    assert run(customer, clock) == []
    assert heard(customer) == [["please delete my data"], [answer]]


def test_a_yes_to_nothing_waits_as_any_line_does(customer: Talk, clock: Clock) -> None:
    customer.post(Body="yes")
    assert run(customer, clock) == [burst.LULL.total_seconds() - THINKING]


def test_four_messages_in_a_second_are_one_answer_and_thought_of_twice(customer: Talk, clock: Clock) -> None:
    thought = []

    def think(state: Any, context: Any) -> graph.Outcome:
        thought.append(len(context.incoming))
        return graph.respond(state, context)

    goes_on(customer, clock, [(0.33, "running shoes"), (0.67, "size 42"), (1.0, "black")])
    customer.post(Body="Hi")
    run(customer, clock, think)
    assert thought == [1, 4]
    assert heard(customer) == [["Hi", "running shoes", "size 42", "black"]]
    with tenant_scope(customer.tenant.id):
        assert OutboundMessage.objects.count() == 1
    assert clock() - customer.conversation.last_inbound_at <= timedelta(seconds=SETTING + THINKING)


def test_who_never_stops_is_answered_within_the_cap_and_two_more_thoughts(customer: Talk, clock: Clock) -> None:
    began = clock()
    goes_on(customer, clock, [(0.3 * number, f"line {number}") for number in range(1, 40)])
    customer.post(Body="line 0")
    run(customer, clock)
    assert clock() - began <= burst.CAP + burst.LULL + timedelta(seconds=3 * THINKING)
    assert len(heard(customer)) == 1


def test_nothing_is_caused_while_more_may_follow(customer: Talk, clock: Clock) -> None:
    """The effect of the first line is never caused: the second one takes it back."""
    wished: list[str] = []

    def think(state: Any, context: Any) -> graph.Outcome:
        wished.append(context.text)
        wants = "start" in context.text and "rather not" not in context.text
        if wants:
            context.call("customer_update_preferences", consents={"marketing": True}, reason="they asked")
            raise AssertionError("caused before the burst was over")
        return graph.respond(state, context)

    goes_on(customer, clock, [(0.4, "or rather not")])
    customer.post(Body="start the offers")
    assert run(customer, clock, think) == [burst.LULL.total_seconds() - THINKING, 0.9]
    assert wished == ["start the offers", "start the offers\nor rather not"]
    with tenant_scope(customer.tenant.id):
        assert not ToolCall.objects.filter(tool="customer_update_preferences").exists()


def test_an_effect_is_caused_once_the_burst_is_over_and_is_not_waited_for_twice(customer: Talk, clock: Clock) -> None:
    def think(state: Any, context: Any) -> graph.Outcome:
        context.call("customer_update_preferences", consents={"marketing": True}, reason="they asked")
        customer.post(Body="thanks")
        return graph.respond(state, context)

    customer.post(Body="start the offers")
    assert run(customer, clock, think) == [burst.LULL.total_seconds() - THINKING]
    assert heard(customer) == [["start the offers"]]
    assert customer.conversation.due_at is not None, "what came after the effect is answered next"


def test_a_model_is_not_asked_again_for_an_answer_that_nobody_wants(
    customer: Talk, clock: Clock, openai_server: OpenAIServer, settings: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    settings.TULIA = settings.TULIA.model_copy(update={"openai_base_url": openai_server.base_url})
    openai_server.reply = Script()
    answered = mind._complete

    def complete(*question: Any) -> Any:
        said = answered(*question)
        if len(openai_server.asked) == 1:
            customer.post(Body="black")
        return said

    monkeypatch.setattr(mind, "_complete", complete)
    customer.post(Body="running shoes")
    run(customer, clock)
    asked = ["commands" in one.schema["properties"] for one in openai_server.asked]
    assert asked == [True, True, False], "understood in vain, understood with both, worded"
    kept = sum(call["tokens_in"] for call in customer.last_turn.trace["models"])
    assert customer.last_turn.tokens_in > kept, "what was asked in vain is paid, too"


def test_an_event_of_ours_waits_for_nothing(customer: Talk, clock: Clock) -> None:
    customer.post(Body="running shoes")
    run(customer, clock)
    clock.pass_on(10)
    conversation = customer.conversation
    with tenant_scope(customer.tenant.id):
        events.record(
            name="test.happened", key=uuid4().hex, conversation_id=conversation.id,
            customer_id=conversation.customer_id, facts={},
        )  # fmt: skip
    inbox_events.take(customer.tenant.id, conversation.id, now=clock)
    assert run(customer, clock) == []
