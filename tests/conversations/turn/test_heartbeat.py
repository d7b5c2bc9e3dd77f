"""What a process works on stays its own while it lives, and is free within seconds when it died."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import DataError, OperationalError
from django.utils import timezone
from psycopg import errors

from conversations import turn
from conversations.heartbeat import EVERY_SECONDS, HOLD, LONGEST_SECONDS, Heartbeat
from conversations.models import InboundMessage
from conversations.turn import batch, lease
from journeys import graph
from tenants.models import Tenant
from tenants.scope import TenantFrozen, tenant_scope
from tests.talk import Talk
from tools.contract import Stopped

pytestmark = pytest.mark.django_db


@pytest.fixture
def customer(talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]) -> Talk:
    return talk(make_tenant())


def test_what_is_held_is_prolonged_and_what_was_let_go_is_not() -> None:
    heartbeat, times = Heartbeat(), []
    with heartbeat.keep(lambda: times.append("held")):
        heartbeat.prolong_all(now=time.monotonic())
        assert not times, "what has just begun was prolonged"
        heartbeat.prolong_all(now=time.monotonic() + EVERY_SECONDS)
        assert times == ["held"]
    heartbeat.prolong_all(now=time.monotonic() + EVERY_SECONDS)
    assert times == ["held"]


def test_nobody_holds_for_ever() -> None:
    heartbeat, times = Heartbeat(), []
    with heartbeat.keep(lambda: times.append("held")):
        heartbeat.prolong_all(now=time.monotonic() + LONGEST_SECONDS + 1)
    assert not times


def test_who_allows_a_model_more_time_lets_a_turn_be_held_for_longer(settings: pytest.FixtureRequest) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"model_timeout_seconds": 80})
    heartbeat, times = Heartbeat(), []
    with heartbeat.keep(lambda: times.append("held")):
        heartbeat.prolong_all(now=time.monotonic() + 9 * LONGEST_SECONDS)
        assert times == ["held"]
        heartbeat.prolong_all(now=time.monotonic() + 10 * LONGEST_SECONDS + 1)
    assert times == ["held"]


@pytest.mark.parametrize(
    "fault", [OperationalError("the connection was lost"), TenantFrozen(uuid4()), RuntimeError("a fault of ours")]
)
def test_one_that_cannot_be_prolonged_does_not_stop_the_keeper(fault: Exception) -> None:
    heartbeat, times = Heartbeat(), []

    def away() -> None:
        raise fault

    with heartbeat.keep(away), heartbeat.keep(lambda: times.append("held")):
        heartbeat.prolong_all(now=time.monotonic() + EVERY_SECONDS)
    assert times == ["held"]


def test_a_prolonged_lease_holds_and_a_lost_one_is_not_taken_back(customer: Talk) -> None:
    customer.post(Body="Hi")
    ids, now = (customer.tenant.id, customer.conversation.id), timezone.now()
    held = lease.claim(*ids, now=now)
    assert held is not None
    lease.prolong(held, now=now + HOLD)
    assert lease.claim(*ids, now=now + HOLD + timedelta(seconds=1)) is None
    other = lease.claim(*ids, now=now + 2 * HOLD + timedelta(seconds=1))
    assert other is not None
    until = customer.conversation.lease_until
    lease.prolong(held, now=now + 5 * HOLD)
    assert customer.conversation.lease_until == until


@pytest.mark.parametrize("cause", [errors.AdminShutdown(), errors.ConnectionFailure(), None])
def test_a_database_that_goes_away_is_not_the_messages_fault(customer: Talk, cause: Exception | None) -> None:
    customer.post(Body="Hi")

    def interrupted(state: Any, context: Any) -> graph.Outcome:
        raise OperationalError("gone") from cause

    for _ in range(turn.MAX_ERRORS + 1):
        assert turn.run(customer.tenant.id, customer.conversation.id, think=interrupted, now=_later())
    assert customer.last_turn.attempts == 0
    assert customer.conversation.lease_until is None
    turn.run(customer.tenant.id, customer.conversation.id, now=_later())
    assert customer.last_turn.status == "committed"


def test_a_database_that_comes_back_soon_is_waited_for(customer: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    customer.post(Body="Hi")
    answers, waited = iter([OperationalError("gone"), OperationalError("gone"), None]), list[float]()

    def forgive(held: lease.Lease) -> None:
        if error := next(answers):
            raise error

    def interrupted(state: Any, context: Any) -> graph.Outcome:
        raise OperationalError("gone")

    monkeypatch.setattr(turn.commits, "forgive", forgive)
    turn.run(customer.tenant.id, customer.conversation.id, think=interrupted, wait=waited.append)
    assert waited == list(turn.GIVEN_BACK_AFTER_SECONDS)
    assert customer.conversation.lease_until is None


@pytest.mark.parametrize("hangs", [False, True])
@pytest.mark.parametrize("is_found_out", ["before an effect", "at the end"])
def test_who_loses_a_turn_while_they_live_has_not_died(customer: Talk, is_found_out: str, hangs: bool) -> None:
    customer.post(Body="Hi")
    ids, clock = (customer.tenant.id, customer.conversation.id), timezone.now()

    def loses(state: Any, context: Any) -> graph.Outcome:
        nonlocal clock
        clock += timedelta(seconds=LONGEST_SECONDS + 1) if hangs else HOLD + timedelta(seconds=1)
        other = lease.claim(*ids, now=clock)
        assert other is not None
        assert batch.take(other, now=clock) is not None
        turn.commits.forgive(other)
        lease.release(other, due_at=clock)
        if is_found_out == "before an effect":
            raise Stopped
        return graph.respond(state, context)

    for _ in range(turn.MAX_DEATHS):
        turn.run(*ids, think=loses, now=lambda: clock)
    turn.run(*ids, now=lambda: clock)
    assert customer.last_turn.status == ("parked" if hangs else "committed")


@pytest.mark.parametrize(
    ("fault", "cause"),
    [
        (OperationalError("canceled"), errors.QueryCanceled()),
        (DataError("a NUL"), psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")),
    ],
)
def test_what_a_statement_will_not_do_is_the_messages_fault(customer: Talk, fault: Exception, cause: Exception) -> None:
    customer.post(Body="poison")

    def faulty(state: Any, context: Any) -> graph.Outcome:
        raise fault from cause

    for _ in range(turn.MAX_ERRORS):
        turn.run(customer.tenant.id, customer.conversation.id, think=faulty, now=_later())
    with tenant_scope(customer.tenant.id):
        assert InboundMessage.objects.get().status == InboundMessage.Status.PARKED


_steps = iter(range(1, 10_000))


def _later() -> Callable[[], Any]:
    """A clock that is past every wait of the try before."""
    now = timezone.now() + timedelta(minutes=next(_steps))
    return lambda: now
