"""Research without a model thinks between turns: a customer's message is never behind it for long."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from conversations import turn
from conversations.research import stepping
from conversations.turn.under_way import UNDER_WAY
from journeys import graph
from journeys.research import step
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.talk import Talk
from tools.research import services


def begun(tenant: Tenant) -> tuple[Any, Any]:
    with tenant_scope(tenant.id):
        return tenant.id, services.start("May I end my fibre agreement early?", now=timezone.now()).pk


def test_a_step_waits_for_the_turns_of_its_process(netco: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    is_under_way, is_waited_for, seen = threading.Event(), threading.Event(), list[bool]()
    real = UNDER_WAY.wait_for_none

    def wait(**options: float) -> bool:
        is_waited_for.set()
        return real(**options)

    def think_of_a_message() -> None:
        with UNDER_WAY.one():
            is_under_way.set()
            assert is_waited_for.wait(20)
        is_under_way.clear()

    def think(*args: Any) -> Any:
        seen.append(UNDER_WAY.wait_for_none(most_seconds=0))
        return step.take(*args)

    monkeypatch.setattr(UNDER_WAY, "wait_for_none", wait)
    monkeypatch.setattr(stepping, "MOST_SECONDS_BEHIND_TURNS", 20)
    turns = threading.Thread(target=think_of_a_message)
    turns.start()
    assert is_under_way.wait(20)
    assert stepping.take(*begun(netco), think=think)
    turns.join()
    assert seen == [True]


def test_turns_without_end_hold_it_up_for_a_while_only(netco: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "MOST_SECONDS_BEHIND_TURNS", 0.01)
    with UNDER_WAY.one():
        assert stepping.take(*begun(netco))


def test_who_has_stood_behind_other_steps_waits_for_no_turn_too(netco: Tenant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its lease would be lost, and a lost one is taken for the worker's death."""
    asked = list[float]()
    monkeypatch.setattr(UNDER_WAY, "wait_for_none", lambda *, most_seconds: asked.append(most_seconds))
    assert stepping.take(*begun(netco))
    monkeypatch.setattr(stepping, "LONGEST_BEHIND_STEPS", 0.0)
    assert stepping.take(*begun(netco))
    assert asked == [stepping.MOST_SECONDS_BEHIND_TURNS, 0.0]


def test_a_turn_is_under_way_from_its_claim_to_its_commit(
    talk: Callable[..., Talk], make_tenant: Any, db: None
) -> None:
    customer, seen = talk(make_tenant()), list[bool]()
    customer.post(Body="hi")

    def think(state: Any, context: Any) -> graph.Outcome:
        seen.append(UNDER_WAY.wait_for_none(most_seconds=0))
        return graph.respond(state, context)

    turn.run(customer.tenant.id, customer.conversation.id, think=think)
    assert seen == [False]
    assert UNDER_WAY.wait_for_none(most_seconds=0)
