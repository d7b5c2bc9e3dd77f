"""A turn under bursts, crashes, stale leases and corrupt state; the graph is the real one."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from conversations import outbox, turn
from conversations.models import Conversation, InboundMessage, OutboundMessage, Turn
from conversations.sweep import due
from conversations.turn import batch as batches
from conversations.turn import late, lease
from journeys import graph
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.talk import Talk
from tools.models import ToolCall

pytestmark = pytest.mark.django_db
TalkTo = Callable[..., Talk]
MakeTenant = Callable[..., Tenant]


@pytest.fixture
def customer(talk: TalkTo, make_tenant: MakeTenant) -> Talk:
    return talk(make_tenant())


def run(customer: Talk, **options: Any) -> bool:
    return turn.run(customer.tenant.id, customer.conversation.id, **options)


def counts(customer: Talk) -> tuple[int, int, int]:
    """Turns, answered messages, replies."""
    with tenant_scope(customer.tenant.id):
        answered = InboundMessage.objects.filter(status=InboundMessage.Status.ANSWERED).count()
        return Turn.objects.count(), answered, OutboundMessage.objects.count()


def test_a_burst_is_one_turn_with_one_answer(customer: Talk) -> None:
    customer.say("Hi", "hello?", "are you there")
    turns, answered, replies = counts(customer)
    assert (turns, answered) == (1, 3)
    assert replies >= 1
    assert customer.conversation.waiting_since is None
    assert customer.conversation.due_at is None


def test_every_message_goes_through_the_graph_and_leaves_a_trace(customer: Talk) -> None:
    customer.say("Hi")
    trace = customer.last_turn.trace
    names = [node["name"] for node in trace["nodes"]]
    assert names[0] == "arrive"
    assert names[-1] == "check"
    assert {tool["tool"] for tool in trace["tools"]} >= {"tenant_get_context", "customer_get_or_create"}
    with tenant_scope(customer.tenant.id):
        assert set(ToolCall.objects.values_list("request_id", flat=True)) == {customer.last_turn.id}


def test_a_message_that_comes_while_thinking_is_answered_with_the_others(customer: Talk) -> None:
    customer.post(Body="nataka viatu")
    interruptions = iter(["vya kukimbia", "chini ya 5000"])

    def interrupted(state: Any, context: Any) -> graph.Outcome:
        outcome = graph.respond(state, context)
        for text in interruptions:
            customer.post(Body=text)
            break
        return outcome

    assert run(customer, think=interrupted)
    turns, answered, _ = counts(customer)
    assert (turns, answered) == (1, 3)
    assert [message["text"] for message in customer.last_turn.trace["messages"]] == [
        "nataka viatu",
        "vya kukimbia",
        "chini ya 5000",
    ]


def test_a_customer_who_never_stops_is_answered_after_two_rounds(customer: Talk) -> None:
    customer.post(Body="one")

    def endless(state: Any, context: Any) -> graph.Outcome:
        customer.post(Body="more")
        return graph.respond(state, context)

    assert run(customer, think=endless)
    with tenant_scope(customer.tenant.id):
        waiting = InboundMessage.objects.filter(status=InboundMessage.Status.PENDING).count()
    assert (counts(customer)[1], waiting) == (3, 1)
    assert customer.conversation.due_at is not None


def test_only_one_worker_holds_a_conversation(customer: Talk) -> None:
    customer.post(Body="Hi")
    now = timezone.now()
    ids = customer.tenant.id, customer.conversation.id
    first = lease.claim(*ids, now=now)
    assert first is not None
    assert lease.claim(*ids, now=now) is None
    after = lease.claim(*ids, now=now + lease.DURATION + timedelta(seconds=1))
    assert after is not None
    assert after.epoch == first.epoch + 1


def test_a_stale_worker_commits_nothing(customer: Talk) -> None:
    customer.post(Body="Hi")

    def slow(state: Any, context: Any) -> graph.Outcome:
        later = timezone.now() + lease.DURATION + timedelta(seconds=1)
        assert lease.claim(customer.tenant.id, customer.conversation.id, now=later) is not None
        return graph.respond(state, context)

    run(customer, think=slow)
    assert counts(customer)[1:] == (0, 0)


def test_a_turn_whose_worker_died_runs_again_under_its_own_id(customer: Talk) -> None:
    customer.post(Body="Hi")
    seen = []

    def dies(state: Any, context: Any) -> graph.Outcome:
        seen.append(context.tools.request_id)
        raise SystemExit

    with pytest.raises(SystemExit):
        run(customer, think=dies)
    later = timezone.now() + lease.DURATION + timedelta(seconds=1)
    assert run(customer, now=lambda: later)
    assert customer.last_turn.id == seen[0]
    assert customer.last_turn.attempts == 2
    assert counts(customer)[:2] == (1, 1)


def test_a_poisonous_message_is_parked_after_three_tries_and_the_conversation_goes_on(customer: Talk) -> None:
    customer.post(Body="poison")

    def broken(state: Any, context: Any) -> graph.Outcome:
        raise RuntimeError("no digestion")

    clock = timezone.now()
    for _ in range(turn.MAX_ERRORS):
        assert run(customer, think=broken, now=lambda at=clock: at)
        clock += turn.RETRY_AFTER
    assert customer.last_turn.status == Turn.Status.PARKED
    assert customer.last_turn.problem.startswith("RuntimeError in broken")
    with tenant_scope(customer.tenant.id):
        assert InboundMessage.objects.get().status == InboundMessage.Status.PARKED
        assert "a person will look at it" in OutboundMessage.objects.get().body
    assert customer.say("Hi")


def test_deaths_and_errors_are_counted_apart(customer: Talk) -> None:
    customer.post(Body="unlucky")
    clock = timezone.now()

    def ends_by(end: type[BaseException]) -> Turn:
        nonlocal clock

        def think(state: Any, context: Any) -> graph.Outcome:
            raise end

        with suppress(SystemExit):
            run(customer, think=think, now=lambda: clock)
        clock += lease.DURATION + turn.RETRY_AFTER
        return customer.last_turn

    for end in (SystemExit, SystemExit, RuntimeError, SystemExit, RuntimeError, *[SystemExit] * 2):
        assert ends_by(end).status == Turn.Status.RUNNING
    assert (customer.last_turn.attempts, customer.last_turn.errors) == (7, 2)
    assert ends_by(RuntimeError).status == Turn.Status.PARKED
    assert customer.last_turn.errors == turn.MAX_ERRORS


def test_a_turn_under_which_every_worker_dies_is_parked(customer: Talk) -> None:
    customer.post(Body="deadly")
    clock, died = timezone.now(), 0

    def dies(state: Any, context: Any) -> graph.Outcome:
        raise SystemExit

    while customer.conversation.due_at is not None:
        with suppress(SystemExit):
            run(customer, think=dies, now=lambda at=clock: at)
        died, clock = died + 1, clock + lease.DURATION + timedelta(seconds=1)
    assert customer.last_turn.status == Turn.Status.PARKED
    assert (died - 1, customer.last_turn.errors) == (turn.MAX_DEATHS, 0)


def test_a_corrupt_state_is_reset_with_an_apology_and_kept_as_evidence(customer: Talk) -> None:
    customer.say("Hi")
    with tenant_scope(customer.tenant.id):
        Conversation.objects.update(state={"version": 2, "purchase": {"cart": "everything"}})
    replies = customer.say("nataka viatu")
    assert replies[0].startswith("Samahani, nimepoteza mtiririko")
    lost = customer.last_turn.trace["notes"]["state_lost"]
    assert lost["stored"] == {"version": 2, "purchase": {"cart": "everything"}}
    assert customer.conversation.state["version"] == 2


def test_who_waits_too_long_is_told_once_and_answered_later(customer: Talk) -> None:
    customer.say("nataka viatu")
    customer.post(Body="na sufuria")
    told: list[int] = []

    def slow(state: Any, context: Any) -> graph.Outcome:
        late_enough = timezone.now() + late.DEADLINE + timedelta(seconds=1)
        told.extend(len(late.tell(now=late_enough)) for _ in range(3))
        return graph.respond(state, context)

    assert run(customer, think=slow)
    assert told == [1, 0, 0]
    with tenant_scope(customer.tenant.id):
        queued = OutboundMessage.objects.filter(turn=customer.last_turn).order_by("position")
        answer, notice = queued.values_list("body", flat=True)
    assert "nitakujibu hapa" in notice
    assert answer != notice
    assert late.tell(now=timezone.now() + timedelta(hours=1)) == []


def test_who_allows_a_model_more_time_is_told_later_that_it_takes_longer(
    customer: Talk, settings: pytest.FixtureRequest
) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"model_timeout_seconds": 80})
    customer.post(Body="nataka sufuria")
    told: list[int] = []

    def slow(state: Any, context: Any) -> graph.Outcome:
        now = timezone.now()
        told.extend(len(late.tell(now=now + times * late.DEADLINE)) for times in (9, 11))
        return graph.respond(state, context)

    assert run(customer, think=slow)
    assert told == [0, 1]


def test_work_whose_wake_up_was_lost_is_found_by_the_sweep(customer: Talk) -> None:
    customer.post(Body="Hi")
    found = due.conversations(grace=timedelta(0))
    assert (customer.tenant.id, customer.conversation.id) in found
    customer.answer()
    assert due.conversations(grace=timedelta(0)) == []


def test_a_reply_that_was_not_sent_is_found_by_the_sweep(customer: Talk) -> None:
    customer.post(Body="Hi")
    run(customer)
    assert (customer.tenant.id, customer.conversation.id) in due.sendings(grace=timedelta(0))
    outbox.deliver(customer.tenant.id, customer.conversation.id)
    assert due.sendings(grace=timedelta(0)) == []


def test_a_turn_takes_at_most_fifteen_statements(duka: Tenant, talk: TalkTo, statements: Callable) -> None:
    customer = talk(duka)
    customer.say("Hi")
    customer.post(Body="nataka viatu vya kukimbia chini ya 5000")
    conversation = customer.conversation.id
    with statements() as seen:
        assert turn.run(duka.id, conversation)
    assert len(seen) <= 15, "\n".join(f"{number} {sql[:160]}" for number, sql in enumerate(seen, 1))


def test_who_lost_the_lease_opens_no_turn(customer: Talk) -> None:
    customer.post(Body="Hi")
    ids = customer.tenant.id, customer.conversation.id
    stale = lease.claim(*ids, now=timezone.now())
    assert stale is not None
    run(customer, now=lambda: timezone.now() + lease.DURATION + timedelta(seconds=1))
    customer.post(Body="And then")
    assert batches.take(stale, now=timezone.now()) is None
    with tenant_scope(customer.tenant.id):
        assert list(Turn.objects.values_list("status", flat=True)) == ["committed"]
