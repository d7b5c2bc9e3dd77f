"""The sweep within a worker: what waits is done, nothing twice at a time, and no failure ends it."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError
from django.utils import timezone

from conversations import turn
from conversations.sweep import Due, Sweeper, due, kinds, sweeper
from tenants.models import Tenant
from tests.conversations.simulator.receiver import eventually
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk

SOMETHING = Due("turns", (UUID(int=1), UUID(int=2)))


def find(monkeypatch: pytest.MonkeyPatch, *finds: Callable[[], list[Due]], do: Callable[[], None]) -> None:
    """The sweep finds this, one after the other, and the last again and again."""
    left = list(finds)
    monkeypatch.setattr(kinds, "list_due", lambda **_: (left.pop(0) if len(left) > 1 else left[0])())
    monkeypatch.setattr(Due, "do", lambda due: do())


def test_a_message_whose_wake_up_was_lost_is_answered(
    committed_db: None, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, sweeping: Sweeper
) -> None:
    customer = Talk(tenant=make_tenant(), twilio=to_twilio)
    assert customer.post(Body="Hi").status_code == 200
    sweeping.start()
    eventually(lambda: bool(to_twilio.messages), seconds=10)
    assert to_twilio.messages[0].fields["To"] == customer.sender


def test_what_is_being_done_is_not_begun_again(sweeping: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, looks, may_end = [], [], threading.Event()

    def look() -> list[Due]:
        looks.append(1)
        return [SOMETHING]

    find(monkeypatch, look, do=lambda: begun.append(1) or may_end.wait(5))
    sweeping.start()
    eventually(lambda: len(looks) >= 4)
    assert len(begun) == 1
    may_end.set()
    eventually(lambda: len(begun) > 1)


def test_neither_a_dead_database_nor_a_failure_ends_the_sweep(
    sweeping: Sweeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def blind() -> list[Due]:
        raise OperationalError

    def fail() -> None:
        tried.append(1)
        raise RuntimeError

    find(monkeypatch, blind, lambda: [SOMETHING], do=fail)
    sweeping.start()
    eventually(lambda: len(tried) >= 2)


def test_what_hangs_keeps_only_its_own_kind_waiting(sweeping: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    may_end, done = threading.Event(), threading.Event()
    hanging = [Due("payments", (UUID(int=1), UUID(int=number))) for number in range(sweeper.THREADS + 1)]
    monkeypatch.setattr(kinds, "list_due", lambda **_: [*hanging, SOMETHING])
    monkeypatch.setattr(Due, "do", lambda due: may_end.wait(5) if due in hanging else done.set())
    sweeping.start()
    assert done.wait(2)
    may_end.set()


def test_a_kind_that_cannot_be_looked_for_hides_no_other(monkeypatch: pytest.MonkeyPatch, db: None) -> None:
    def fail() -> list[tuple[UUID, UUID]]:
        raise RuntimeError

    monkeypatch.setitem(kinds.SWEPT, "events", replace(kinds.SWEPT["events"], find=fail))
    monkeypatch.setitem(kinds.SWEPT, "orders", replace(kinds.SWEPT["orders"], find=lambda: [(UUID(int=1),)]))
    assert [found.kind for found in kinds.list_due()] == ["orders"]


def test_a_glance_names_every_kind_of_which_something_waits(
    committed_db: None, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, statements: Callable[..., Any]
) -> None:
    """A quiet look is one statement; what a customer waits for is named as soon as its wake-up has had its chance."""
    with statements() as seen:
        assert kinds.list_due(is_thorough=False) == []
    assert len(seen) == 1
    customer = Talk(tenant=make_tenant(), twilio=to_twilio)
    assert customer.post(Body="Hi").status_code == 200
    now = timezone.now()
    assert kinds.glance(now=now, grace=timedelta(0)) == {"turns"}
    assert kinds.glance(now=now, grace=due.GRACE) == set()
    turn.run(customer.tenant.id, customer.conversation.id)
    assert kinds.glance(now=timezone.now(), grace=timedelta(0)) == {"sendings"}
    assert set(kinds.WAITS) == set(kinds.SWEPT)


def test_nothing_begins_once_it_was_stopped(sweeping: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    find(monkeypatch, lambda: [SOMETHING], do=lambda: begun.append(1))
    sweeping.stop()
    sweeping._begin(SOMETHING)
    assert begun == []
