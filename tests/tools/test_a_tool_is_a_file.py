"""A tool is a file and a line: one more is checked, called, remembered and done once, and no other file knows it."""

import importlib
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest

from tenants.models import Customer, Tenant
from tenants.scope import tenant_scope
from tests.tools.orders.shelf import Buyer, new_customer
from tools import registry
from tools.contract import Call, Refusal
from tools.models import ToolCall

TOY = '''
"""Calls the customer by a name of the house's: a toy. Refuses with too_grand."""

from pydantic import Field

from tenants.models import Customer
from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext


class CustomerNicknameArgs(Args):
    """The name."""

    nickname: str = Field(max_length=20, pattern=PLAIN_TEXT, description="What to call them.")


class CustomerNicknameResult(Result):
    """What they are called now."""

    called: str


def run(args: CustomerNicknameArgs, context: ToolContext) -> CustomerNicknameResult | Refusal:
    if args.nickname.casefold().startswith("king"):
        return Refusal(code="too_grand", reason="There is no king here.")
    before = Customer.objects.get(pk=context.customer_id).called
    called = f"{before} {args.nickname}".strip()
    Customer.objects.filter(pk=context.customer_id).update(called=called)
    return CustomerNicknameResult(called=called)


TOOL = Tool(
    name="customer_nickname", effect="write", description="Gives the customer a nickname.",
    args=CustomerNicknameArgs, result=CustomerNicknameResult, run=run,
)
'''
pytestmark = pytest.mark.django_db


@pytest.fixture
def nickname(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The house with one more tool, from a folder of its own."""
    folder = tmp_path / f"toys_{uuid4().hex}"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "customer_nickname.py").write_text(TOY)
    monkeypatch.syspath_prepend(str(tmp_path))
    module: ModuleType = importlib.import_module(f"{folder.name}.customer_nickname")
    monkeypatch.setitem(registry.BY_NAME, module.TOOL.name, module.TOOL)
    yield module.TOOL
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


@pytest.fixture
def buyer(make_tenant: Any) -> Buyer:
    tenant: Tenant = make_tenant()
    return Buyer(tenant, new_customer(tenant))


def test_one_more_is_called_and_kept_in_the_ledger(nickname: Any, buyer: Buyer) -> None:
    assert buyer.call(nickname.name, nickname="Simba").called == "Simba"
    with tenant_scope(buyer.tenant.id):
        assert [row.tool for row in ToolCall.objects.all()] == [nickname.name]


def test_its_effect_is_caused_once_for_a_turn(nickname: Any, buyer: Buyer) -> None:
    turn = buyer.context
    calls: list[Call] = [registry.call(nickname.name, {"nickname": "Simba"}, turn) for _ in range(2)]
    assert [call.is_repeat for call in calls] == [False, True]
    with tenant_scope(buyer.tenant.id):
        assert Customer.objects.get(pk=buyer.customer_id).called == "Simba"
    assert (
        registry.call(nickname.name, {"nickname": "Simba"}, replace(turn, request_id=uuid4())).result.called
        == "Simba Simba"
    )


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"nickname": "King Kong"}, "too_grand"),
        ({"nickname": "x" * 21}, "invalid_arguments"),
        ({"nickname": "Simba", "customer_id": str(uuid4())}, "invalid_arguments"),
        ({}, "invalid_arguments"),
    ],
)
def test_what_it_does_not_take_is_refused(nickname: Any, buyer: Buyer, arguments: dict[str, str], code: str) -> None:
    answer = buyer.call(nickname.name, **arguments)
    assert isinstance(answer, Refusal)
    assert answer.code == code


def test_whom_it_is_for_is_the_turns_to_say(nickname: Any, buyer: Buyer, make_tenant: Any) -> None:
    stranger = Buyer(make_tenant(), buyer.customer_id)
    assert stranger.call(nickname.name, nickname="Simba").code == "customer_unknown"


def test_taken_out_again_there_is_no_such_tool(buyer: Buyer) -> None:
    assert buyer.call("customer_nickname", nickname="Simba").code == "unknown_tool"
