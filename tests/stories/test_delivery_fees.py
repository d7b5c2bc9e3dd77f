"""What the demo shop's delivery costs is in the total, and is what is charged."""

import re
from collections.abc import Callable

import pytest

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.loopback.money_server import MoneyServer
from tests.stories.conftest import Say
from tests.talk import Talk
from tests.tools.payments.conftest import money, money_api  # noqa: F401  the loopback provider
from tools.orders.models import Order

NOT_IN_IT = re.compile(r"is not in this total|haimo kwenye jumla hii|haiko kwa hii total")


@pytest.fixture
def phone(duka: Tenant, talk: Callable[..., Talk]) -> Talk:
    return talk(duka)


def say(phone: Talk, *texts: str) -> str:
    """What was answered to the last of them."""
    return ["\n".join(phone.say(text)) for text in texts][-1]


def order_of(phone: Talk) -> Order:
    with tenant_scope(phone.tenant.id):
        return Order.objects.get(conversation_id=phone.conversation.id)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nataka godoro", "1", "nataka hii moja 5x6", "peleka hadi Machakos"), "hadi Machakos: KES 1,200"),
        (("high density mattress 5x6", "1", "I'll take one, 5x6", "deliver to Kisumu"), None),
    ],
)
def test_a_mattress_goes_by_van(phone: Talk, words: tuple[str, ...], told: str | None) -> None:
    said = say(phone, *words)
    assert told in said if told else NOT_IN_IT.search(said)


def test_a_change_of_place_changes_the_total(phone: Talk) -> None:
    said = say(phone, "charcoal jiko", "1", "I will take one", "small", "deliver to Umoja 1, near the stage")
    goods = order_of(phone).subtotal
    assert f"Delivery to Umoja 1, near the stage: KES 300\nTotal: *KES {goods + 300:,.0f}*" in said
    assert not NOT_IN_IT.search(said)
    said = say(phone, "deliver to Eldoret")
    assert f"Delivery to Eldoret: KES 500\nTotal: *KES {goods + 500:,.0f}*" in said
    said = say(phone, "what is the total with delivery to Thika?")
    assert f"Delivery to Thika: KES 400\nTotal: *KES {goods + 400:,.0f}*" in said
    assert NOT_IN_IT.search(say(phone, "deliver to Kapsokwony"))
    assert order_of(phone).total == goods
    said = say(phone, "I'll pick it up at the shop")
    assert f"Total: *KES {goods:,.0f}*" in said
    assert not NOT_IN_IT.search(said)


def test_the_prompt_asks_for_the_total_with_its_fee(phone: Talk, money: MoneyServer) -> None:  # noqa: F811
    say(phone, "nataka viatu vya kukimbia", "1")
    if "rangi gani" in say(phone, "nataka hii moja size 42"):
        say(phone, "nyeusi")
    say(phone, "peleka hadi Kisumu, Milimani estate")
    say(phone, "mpesa", "tumia 0722000111")
    order = order_of(phone)
    assert (order.delivery_fee, order.total) == (500, order.subtotal + 500)
    assert f"KES {order.total:,.0f}" in say(phone, "ndio")
    (prompt,) = money.prompts.values()
    assert prompt.amount == order.total


@pytest.mark.parametrize(
    ("place", "fee"),
    [
        ("Voi", "KES 600"),
        ("umoja 2", "KES 300"),
        ("South B, Plainsview estate", "KES 300"),
        ("niletee Thika", "KES 400"),
    ],
)
def test_who_orders_is_asked_where_to_bring_it_before_they_pay(shop: Say, place: str, fee: str) -> None:
    order, asked = "i want a black beanie", "tell me where to bring it"
    assert asked in shop(order)
    told = shop(order, place)
    assert fee in told
    assert asked not in told


@pytest.mark.parametrize("said", ["i'll pick it up", "nitachukua mwenyewe"])
def test_who_picks_it_up_is_asked_for_no_place(shop: Say, said: str) -> None:
    told = shop("i want a black beanie", said)
    assert "No delivery" in told or "Bila kuletewa" in told
    assert "not in this total" not in told
    assert "haumo" not in told


def test_a_business_that_brings_nothing_asks_for_no_place(telecom: Say) -> None:
    assert "Delivery" not in telecom("i want to buy a pocket mifi black")
