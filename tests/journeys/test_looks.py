"""Another look before a reply is worded: only for what was not asked yet."""

import pytest

from tests.journeys.checkout.till import Till
from tests.journeys.shop import Chat
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer


@pytest.mark.parametrize(
    ("query", "calls"),
    [("delivery fee to Kisumu town", 2), ("how many days until it arrives by courier", 3)],
)
def test_what_the_library_was_asked_is_not_asked_again(openai_server: OpenAIServer, query: str, calls: int) -> None:
    look = {"command": "ask_library", "query": query, "finding": 1}
    asked = give("ask_library", question="What is the delivery fee to Kisumu?", queries=["delivery to Kisumu", "fee"])
    openai_server.reply = Script(asked, text="", status="insufficient", look_again=[look])
    chat = Chat(provider=openai_server.provider)
    chat.say("how much is delivery to kisumu")
    assert len(chat.trace.model_calls) == calls


def test_two_names_are_two_things_though_one_of_them_is_in_the_cart(openai_server: OpenAIServer) -> None:
    chat = Chat(shop=Till(), provider=openai_server.provider)
    lines = [{"item": "Savanna Running Shoes", "options": [{"name": "size", "value": "42"}], "quantity": 1}]
    openai_server.reply = Script(give("add", lines=lines))
    chat.say("the savanna in 42")
    both = give("compare", items=["Running Shoes", "Savanna Running Shoes"], question="what is the difference")
    openai_server.reply = Script(both, text="")
    chat.say("and what sets it apart from the other running shoes")
    assert "Swift Runner" in chat.said or "Rift" in chat.said
    assert "Savanna" in chat.said


def test_what_no_single_item_is_called_is_named_with_what_comes_near(openai_server: OpenAIServer) -> None:
    chat = Chat(shop=Till(), provider=openai_server.provider)
    lines = [{"item": name, "options": [], "quantity": 1} for name in ("Clay Cooking Pot", "running shoes")]
    openai_server.reply = Script(give("add", lines=lines))
    said = chat.say("the clay pot, and running shoes")
    assert [line.title for line in chat.state.purchase.cart] == ["Clay Cooking Pot"]
    assert "No single item here is called “running shoes”. What comes near: *" in said
