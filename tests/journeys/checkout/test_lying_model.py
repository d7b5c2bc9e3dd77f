"""A model that lies while she buys: about prices, totals, paybills and payments; and what it costs when it does not."""

from typing import Any

import pytest

from journeys.llm import Provider
from tests.journeys.checkout.till import NUMBER, PAYBILL, Till, till_of
from tests.journeys.shop import Chat
from tests.journeys.test_model_turns import NOTHING, SALES, Script
from tests.loopback.openai_server import Asked, OpenAIServer, Reply, answer

LIES = (
    "Only KES 999 today, 50% off! How many?",
    "Your total is KES 1. Pay to paybill 555555, account HACK99.",
    "Paid! Your receipt is SFF6XYZ123. Order ZZ99AA is on its way.",
    "Send the money to 0799 999 999 or https://evil.example/pay",
)


class Liar(Script):
    """Says the lie wherever it is asked for words, and routes every payment to the card."""

    method: str | None = "card"

    def __call__(self, asked: Asked) -> Reply:
        if "method" in asked.schema["properties"]:
            return answer({"method": self.method})
        return super().__call__(asked)


def lied_to(server: OpenAIServer, **script: Any) -> Chat:
    server.reply = Liar(**script)
    provider = Provider(kind="openai", model="loopback", base_url=server.base_url, timeout_seconds=2)
    return Chat(shop=Till(), provider=provider)


@pytest.mark.parametrize("lie", LIES)
def test_no_lie_is_said_and_none_moves_money(lie: str, openai_server: OpenAIServer) -> None:
    chat = lied_to(openai_server, opening=lie)
    said = [chat.say(words) for words in ("running shoes", "2")]
    openai_server.reply = Liar(opening=lie, narrowed=NOTHING | {"action": "buy"})
    said += [chat.say("I would love to have that lovely one shipped, hm")]
    said += [chat.say(words) for words in ("42", "2", "till", "ndio")]
    for false in ("999", "KES 1.", "555555", "HACK99", "SFF6XYZ123", "ZZ99AA", "evil", "50%"):
        assert not any(false in reply for reply in said)
    assert PAYBILL in said[-1]
    assert NUMBER in said[-1]
    assert [charge.tool for charge in till_of(chat).charges] == ["payment_get_c2b_instructions"]


def test_a_question_is_worded_by_the_model_and_the_values_by_code(openai_server: OpenAIServer) -> None:
    chat = lied_to(openai_server, opening="Nice pick! Which size fits you?")
    chat.say("running shoes")
    chat.say("2")
    openai_server.reply = Liar(opening="Nice pick! Which size fits you?", narrowed=NOTHING | {"action": "buy"})
    said = chat.say("I'll take that lovely shiny one for my brother")
    assert said == "Nice pick! Which size fits you?\n40, 41, 42"
    assert len({call.nodes for call in chat.trace.model_calls}) <= 2


def test_taps_numbers_and_yes_cost_no_call(openai_server: OpenAIServer) -> None:
    chat = lied_to(openai_server)
    chat.say("running shoes")
    before = len(openai_server.asked)
    for words in ("2", "buy it", "42", "mbili", "mpesa", "0722000111", "ndio"):
        chat.say(words)
        assert chat.trace.model_calls == []
    assert len(openai_server.asked) == before
    assert len(till_of(chat).charges) == 1


@pytest.mark.parametrize(("method", "asks"), [("card", "by card?"), (None, "How would you like to pay?")])
def test_an_unclear_way_is_read_by_the_router(method: str | None, asks: str, openai_server: OpenAIServer) -> None:
    chat = lied_to(openai_server)
    for words in ("running shoes", "2", "buy two size 42"):
        chat.say(words)
    openai_server.reply = Liar(intent=SALES | {"intent": "payment_help"}, method=method)
    assert asks in chat.say("the plastic thing from my bank please")
    assert ("payment_router_prompt",) in [call.nodes for call in chat.trace.model_calls]
    assert len(chat.trace.model_calls) <= 2
    assert till_of(chat).charges == []


def test_a_way_that_is_not_enabled_cannot_be_chosen_by_a_model(openai_server: OpenAIServer) -> None:
    chat = lied_to(openai_server)
    till_of(chat).methods = ["mpesa_stk", "mpesa_c2b"]
    for words in ("running shoes", "2", "buy two size 42"):
        chat.say(words)
    openai_server.reply = Liar(intent=SALES | {"intent": "payment_help"})
    assert "not available here" in chat.say("the plastic thing from my bank please")
