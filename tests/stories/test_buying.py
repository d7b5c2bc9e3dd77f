"""Buying from the demo shop, as people write: its real catalog, orders, offers and ways to pay, and the local mind."""

import re
from collections.abc import Callable
from decimal import Decimal

import pytest

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.loopback.money_server import MoneyServer
from tests.talk import Talk
from tests.tools.payments.conftest import money, money_api  # noqa: F401  the loopback provider
from tools.catalog.models import Variant
from tools.orders.models import Order

NO_WAY = {"mpesa_stk": False, "mpesa_c2b": False, "card": False}


@pytest.fixture
def phone(duka: Tenant, talk: Callable[..., Talk]) -> Talk:
    return talk(duka)


def say(phone: Talk, text: str) -> str:
    said = "\n".join(phone.say(text))
    assert "unsupported" not in phone.last_turn.trace.get("notes", {}), phone.last_turn.trace
    return said


def order_of(phone: Talk) -> Order:
    with tenant_scope(phone.tenant.id):
        return Order.objects.get(conversation_id=phone.conversation.id)


def test_a_swahili_speaker_buys_two_pairs(phone: Talk) -> None:
    say(phone, "nataka viatu vya kukimbia")
    say(phone, "1")
    asked = say(phone, "nataka hii mbili size 42")
    if "rangi gani" in asked:
        asked = say(phone, "nyeusi")
    order = order_of(phone)
    assert f"KES {order.total:,.0f}" in asked
    with tenant_scope(phone.tenant.id):
        (line,) = order.lines.all()
        assert (line.quantity, line.options["size"]) == (2, "42")


def test_an_english_speaker_changes_her_mind_and_gives_up(phone: Talk) -> None:
    say(phone, "running shoes")
    say(phone, "2")
    asked = say(phone, "I'll take two")
    for _ in range(3):
        if asked.startswith("Which") or "\nWhich" in asked or " Which" in asked:
            asked = say(phone, re.split(r", |\n", asked.strip())[-1])
    before = order_of(phone).total
    say(phone, "make it 1")
    assert order_of(phone).total == before / 2
    with tenant_scope(phone.tenant.id):
        held = order_of(phone).lines.get()
        left = Variant.objects.get(sku=held.sku).stock
    assert "nothing is charged" in say(phone, "cancel")
    with tenant_scope(phone.tenant.id):
        assert Variant.objects.get(sku=held.sku).stock == left + 1
    assert order_of(phone).status == "cancelled"


def test_sheng_and_a_shop_that_takes_no_money_here(phone: Talk) -> None:
    with tenant_scope(phone.tenant.id):
        Tenant.objects.update(payments_enabled=NO_WAY)
    say(phone, "bonga sheng")
    say(phone, "nataka sufuria")
    say(phone, "1")
    said = say(phone, "nadai hii moja")
    if "gani" in said:
        said = say(phone, "3 L")
    assert "+254700000101" in said
    assert order_of(phone).total > Decimal(0)


def test_the_prompt_goes_out_once_and_only_after_the_yes(phone: Talk, money: MoneyServer) -> None:  # noqa: F811
    say(phone, "nataka viatu vya kukimbia")
    say(phone, "1")
    if "rangi gani" in say(phone, "nataka hii mbili size 42"):
        say(phone, "nyeusi")
    say(phone, "mpesa")
    total = f"KES {order_of(phone).total:,.0f}"
    assert total in say(phone, "tumia 0722000111")
    assert not money.prompts
    assert "+254722000111" in say(phone, "ndio")
    assert len(money.prompts) == 1
    assert order_of(phone).status == "placed"
    say(phone, "ndio")
    assert len(money.prompts) == 1
