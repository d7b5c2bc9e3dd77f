"""The sweep within a worker: what waits is done, nothing twice at a time, and no failure ends it."""

import threading
from collections.abc import Callable, Iterator
from uuid import UUID

import pytest
from django.db import OperationalError

from conversations import sweeper, tasks
from conversations.sweeper import Sweeper
from tenants.models import Tenant
from tests.conversations.simulator.receiver import eventually
from tests.loopback.twilio_server import TwilioServer
from tests.talk import Talk

SOMETHING = tasks.Due("turns", UUID(int=1), UUID(int=2))


@pytest.fixture
def sweeping(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sweeper]:
    monkeypatch.setattr(sweeper, "EVERY_SECONDS", 0.02)
    sweeping = Sweeper()
    yield sweeping
    sweeping.stop()
    sweeping.join()


def find(monkeypatch: pytest.MonkeyPatch, *finds: Callable[[], list[tasks.Due]], do: Callable[[], None]) -> None:
    """The sweep finds this, one after the other, and the last again and again."""
    left = list(finds)
    monkeypatch.setattr(tasks, "list_due", lambda: (left.pop(0) if len(left) > 1 else left[0])())
    monkeypatch.setattr(tasks.Due, "do", lambda due: do())


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

    def look() -> list[tasks.Due]:
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

    def blind() -> list[tasks.Due]:
        raise OperationalError

    def fail() -> None:
        tried.append(1)
        raise RuntimeError

    find(monkeypatch, blind, lambda: [SOMETHING], do=fail)
    sweeping.start()
    eventually(lambda: len(tried) >= 2)


def test_nothing_begins_once_it_was_stopped(sweeping: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    find(monkeypatch, lambda: [SOMETHING], do=lambda: begun.append(1))
    sweeping.stop()
    sweeping._begin(SOMETHING)
    assert begun == []
