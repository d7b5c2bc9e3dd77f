"""A turn that asks a tool the same again is told the same without the database, until it changes something."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace

import pytest

from tests.tools.orders.shelf import Buyer, new_customer
from tools import registry
from tools.contract import Call, Refusal, ToolContext

pytestmark = pytest.mark.django_db
Statements = Callable[[], AbstractContextManager[list[str]]]
SOUGHT = {"query": "raba"}


@pytest.fixture
def turn(make_tenant: Callable) -> ToolContext:
    tenant = make_tenant()
    return Buyer(tenant, new_customer(tenant)).context


def asked(turn: ToolContext, *before: Call, tool: str = "catalog_search", **arguments: str) -> Call:
    return registry.call(tool, arguments or SOUGHT, replace(turn, calls=before))


def test_the_same_again_is_told_without_the_database(turn: ToolContext, statements: Statements) -> None:
    first = asked(turn)
    with statements() as seen:
        again = asked(turn, first)
    assert (again.tool, again.arguments, again.answer, again.outcome) == (
        first.tool, first.arguments, first.answer, "ok",
    )  # fmt: skip
    assert seen == []


def test_another_question_is_asked(turn: ToolContext, statements: Statements) -> None:
    first = asked(turn)
    with statements() as seen:
        asked(turn, first, query="viatu")
    assert seen


def test_what_was_changed_since_is_read_anew(turn: ToolContext, statements: Statements) -> None:
    first = asked(turn)
    changed = asked(turn, first, tool="customer_update_preferences", called="Asha", reason="They said so.")
    assert changed.effect == "write"
    with statements() as seen:
        asked(turn, first, changed)
    assert seen


def test_what_was_refused_is_asked_again(turn: ToolContext, statements: Statements) -> None:
    first = replace(asked(turn), answer=Refusal(code="unavailable", reason="Not now."))
    with statements() as seen:
        assert asked(turn, first).outcome == "ok"
    assert seen


def test_another_turn_asks_by_itself(turn: ToolContext, statements: Statements) -> None:
    asked(turn)
    with statements() as seen:
        asked(turn)
    assert seen
