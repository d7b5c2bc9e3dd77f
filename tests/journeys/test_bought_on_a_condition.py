"""What is ordered under a condition: if there is one, up to a price, the cheapest, or something else instead."""

from typing import Any

import pytest

from tests.journeys.checkout.till import Till
from tests.journeys.shop import Chat, Thing
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer

THINGS = (
    Thing("Steam Iron", 2400, category="Kitchen", sizes=("one",)),
    Thing("Travel Kettle", 1900, category="Kitchen", sizes=("one",), stock=0),
    Thing("Glass Kettle", 3200, category="Kitchen", sizes=("one",)),
    Thing("Canvas Sneakers", 2600, category="Shoes", colour="white", sizes=("40", "42")),
    Thing("Trail Sneakers", 3900, category="Shoes", colour="green", sizes=("42", "43")),
)


def line(item: str, *, instead: tuple[dict[str, Any], ...] = (), **more: Any) -> dict[str, Any]:
    return {"item": item, "options": [], "quantity": 1, "price_max": None, "cheapest": False, "instead": instead} | more


def other(item: str = "", **options: str) -> dict[str, Any]:
    return {"item": item, "options": formed(**options)}


def formed(**options: str) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in options.items()]


@pytest.fixture
def chat(openai_server: OpenAIServer) -> Chat:
    return Chat(shop=Till(things=THINGS), provider=openai_server.provider)


@pytest.mark.parametrize(
    ("wanted", "bought", "said"),
    [
        (line("steam iron", price_max=2400), ["Steam Iron"], "*Steam Iron* (one, black): KES 2,400"),
        (
            line("steam iron", price_max=2399),
            [],
            "*Steam Iron* (one, black) costs KES 2,400, more than you want to pay",
        ),
        (line("travel kettle", instead=(other("glass kettle"),)), ["Glass Kettle"], "is sold out at the moment."),
        (line("glass kettle", instead=(other("steam iron"),)), ["Glass Kettle"], ""),
        (line("travel kettle", instead=(other("camel saddle"), other("steam iron"))), ["Steam Iron"], "We have no"),
        (line("sneakers", cheapest=True, options=formed(size="42")), ["Canvas Sneakers"], ""),
        (line("sneakers", cheapest=True, options=formed(size="43")), ["Trail Sneakers"], ""),
        (line("sneakers", price_max=3000, options=formed(size="42")), ["Canvas Sneakers"], ""),
        (
            line("trail sneakers", price_max=3000, instead=(other("canvas sneakers", size="42"),)),
            ["Canvas Sneakers"],
            "",
        ),
        (line("canvas sneakers", options=formed(size="43"), instead=(other(size="42"),)), ["Canvas Sneakers"], ""),
        (line("camel saddle", instead=(other("elephant boots"),)), [], "We have no “elephant boots”."),
    ],
)
def test_what_can_be_had_as_they_want_it_is_bought(
    chat: Chat, openai_server: OpenAIServer, wanted: dict[str, Any], bought: list[str], said: str
) -> None:
    openai_server.reply = Script(give("add", lines=[wanted]))
    told = chat.say("add it if you have it so, and the other one if you do not")
    assert [each.title for each in chat.state.purchase.cart] == bought
    assert said in told


def test_one_thing_that_cannot_be_had_keeps_no_other_out(chat: Chat, openai_server: OpenAIServer) -> None:
    openai_server.reply = Script(give("add", lines=[line("steam iron", price_max=1000), line("glass kettle")]))
    told = chat.say("a steam iron if it is below a thousand, and the glass kettle")
    assert [each.title for each in chat.state.purchase.cart] == ["Glass Kettle"]
    assert told.index("more than you want to pay") < told.index("*Glass Kettle* (one, black): KES 3,200")


def test_of_several_of_their_price_nobody_chooses_for_them(chat: Chat, openai_server: OpenAIServer) -> None:
    openai_server.reply = Script(give("add", lines=[line("sneakers", price_max=5000)]))
    told = chat.say("if you have sneakers below 5,000 add a pair")
    assert "1. *Canvas Sneakers*" in told
    assert "2. *Trail Sneakers*" in told
    assert chat.state.purchase.cart == []


def test_what_waits_for_its_form_is_still_meant_after_another_thing_was_asked_about(
    chat: Chat, openai_server: OpenAIServer
) -> None:
    openai_server.reply = Script(
        give("add", lines=[line("canvas sneakers", options=formed(size="43"))]),
        give("ask_item", items=["steam iron"], question="How much is it?"),
        text="The Steam Iron is KES 2,400.",
    )
    assert "40, 42" in chat.say("add the sneakers in 43, and how much is the steam iron?")
    irons = line("steam iron") | {"quantity": 2}
    openai_server.reply = Script(give("choose", options=formed(size="42"), quantity=1), give("add", lines=[irons]))
    chat.say("then 42, and two irons")
    assert [(each.title, each.quantity) for each in chat.state.purchase.cart] == [
        ("Canvas Sneakers", 1),
        ("Steam Iron", 2),
    ]


def test_a_size_or_another_is_no_limit(chat: Chat, openai_server: OpenAIServer) -> None:
    either = [*formed(size="40"), *formed(size="43")]
    openai_server.reply = Script(give("search", queries=["sneakers"], options=either))
    told = chat.say("sneakers in 40 or 43?")
    assert "Canvas Sneakers" in told
    assert "Trail Sneakers" in told
