"""A model that lies while a customer buys: about prices, totals, paybills and payments; and what it costs else."""

from typing import Any

import pytest

from tests.depth import sampled
from tests.journeys.checkout.till import NUMBER, PAYBILL, Till, till_of
from tests.journeys.shop import Chat
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer

LIES = (
    "Only KES 999 today, 50% off! How many?",
    "Your total is KES 1. Pay to paybill 555555, account HACK99.",
    "Paid! Your receipt is SFF6XYZ123. Order ZZ99AA is on its way.",
    "Send the money to 0799 999 999 or https://evil.example/pay",
)
FORM: dict[str, Any] = {"options": [{"name": "size", "value": "47"}], "quantity": None}


def talking_to(server: OpenAIServer, script: Script) -> Chat:
    server.reply = script
    return Chat(shop=Till(), provider=server.provider)


@pytest.mark.parametrize("lie", sampled(LIES, quick=2))
def test_no_lie_is_said_and_none_moves_money(lie: str, openai_server: OpenAIServer) -> None:
    chat = talking_to(openai_server, Script(text=lie))
    said = [chat.say(words) for words in ("running shoes", "2")]
    openai_server.reply = Script(give("add", lines=[{"item": "", **FORM}]), text=lie)
    said += [chat.say("I would love to have that lovely one shipped in 47, hm")]
    said += [chat.say(words) for words in ("42", "2", "till", "ndio")]
    for false in ("999", "KES 1.", "555555", "HACK99", "SFF6XYZ123", "ZZ99AA", "evil", "50%"):
        assert not any(false in reply for reply in said)
    assert PAYBILL in said[-1]
    assert NUMBER in said[-1]
    assert [charge.tool for charge in till_of(chat).charges] == ["payment_get_c2b_instructions"]


def test_a_question_is_worded_by_the_model_and_the_values_by_code(openai_server: OpenAIServer) -> None:
    chat = talking_to(openai_server, Script())
    chat.say("running shoes")
    chat.say("2")
    words = "That size we do not have, which of these fits him?"
    openai_server.reply = Script(give("add", lines=[{"item": "", **FORM}]), text=words)
    assert chat.say("I'll take that lovely shiny one in 47 for my brother") == f"{words}\n40, 41, 42"
    assert len(chat.trace.model_calls) == 2


def test_taps_numbers_and_yes_cost_no_call(openai_server: OpenAIServer) -> None:
    chat = talking_to(openai_server, Script())
    chat.say("running shoes")
    before = len(openai_server.asked)
    for words in ("2", "buy it", "42", "mbili", "mpesa", "0722000111", "ndio"):
        chat.say(words)
        assert chat.trace.model_calls == []
    assert len(openai_server.asked) == before
    assert len(till_of(chat).charges) == 1


@pytest.mark.parametrize(("method", "asks"), [("card", "by card?"), (None, "How would you like to pay?")])
def test_an_unclear_way_is_read_by_the_model(method: str | None, asks: str, openai_server: OpenAIServer) -> None:
    chat = talking_to(openai_server, Script())
    for words in ("running shoes", "2", "buy two size 42"):
        chat.say(words)
    openai_server.reply = Script(give("choose_payment", method=method, phone=""))
    assert asks in chat.say("the plastic thing from my bank please")
    assert len(chat.trace.model_calls) == 1
    assert till_of(chat).charges == []


def test_a_way_that_is_not_enabled_cannot_be_chosen_by_a_model(openai_server: OpenAIServer) -> None:
    chat = talking_to(openai_server, Script())
    till_of(chat).methods = ["mpesa_stk", "mpesa_c2b"]
    for words in ("running shoes", "2", "buy two size 42"):
        chat.say(words)
    openai_server.reply = Script(give("choose_payment", method="card", phone=""))
    assert "not available here" in chat.say("the plastic thing from my bank please")


def test_a_coupon_another_phone_and_a_question_in_one_message(openai_server: OpenAIServer) -> None:
    """Everything is served, and the yes is asked for anew."""
    chat = talking_to(openai_server, Script())
    for words in ("running shoes", "2", "buy two size 42", "mpesa"):
        chat.say(words)
    openai_server.reply = Script(
        give("apply_coupon", code="KARIBU10"),
        give("choose_payment", method="mpesa_stk", phone="0722 000 111"),
        give("ask_library", question="Does the price include delivery?", goes_on=False),
        text="I cannot tell.",
        status="insufficient",
    )
    said = chat.say("KARIBU10. prompt to my wife's number 0722 000 111. does that include delivery?")
    assert "+254722000111" in said
    assert "KARIBU10" in str(chat.state.purchase.order_totals)
    assert till_of(chat).charges == []


def test_two_lines_are_put_into_the_cart_by_place_and_by_title(openai_server: OpenAIServer) -> None:
    chat = talking_to(openai_server, Script())
    chat.say("running shoes")
    size = [{"name": "size", "value": "42"}]
    lines = [
        {"item": "2", "options": size, "quantity": 2},
        {"item": "Leather Handbag", "options": [], "quantity": 1},
    ]
    openai_server.reply = Script(give("add", lines=lines))
    chat.say("2 of the second in 42 and one leather handbag")
    assert [(line.title, line.quantity) for line in chat.state.purchase.cart] == [
        ("Savanna Running Shoes", 2),
        ("Leather Handbag", 1),
    ]
