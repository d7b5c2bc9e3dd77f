"""The graph as a whole: its order, what it leaves behind, and what the last gate lets through."""

import threading
from collections.abc import Mapping
from typing import Any

import pytest
from langgraph.runtime import Runtime

from journeys.compose.node import check, for_whatsapp
from journeys.reply import Text
from journeys.state import Confirm
from tests.journeys.shop import Chat, Shop
from tools.contract import Call, ToolContext


def nodes(chat: Chat) -> list[str]:
    return [name for name, _ in chat.trace.nodes if "." not in name]


def test_a_business_message_goes_the_whole_way() -> None:
    chat = Chat()
    chat.say("running shoes")
    assert nodes(chat) == ["arrive", "guard", "understand", "govern", "act", "say", "check"]
    assert "catalog_search" in chat.shop.calls


def test_a_pick_needs_no_understanding() -> None:
    chat = Chat()
    chat.say("running shoes")
    chat.say("2")
    assert nodes(chat) == ["arrive", "guard", "act", "say", "check"]


def test_what_govern_settles_reaches_no_journey() -> None:
    chat = Chat()
    chat.say("tell me a joke")
    assert nodes(chat) == ["arrive", "guard", "understand", "govern", "check"]


def test_every_tool_runs_on_the_thread_of_the_turn() -> None:
    """Another thread would open a database connection of its own, outside the tenant's scope."""
    threads = set()

    class Watched(Shop):
        def __call__(self, name: str, arguments: Mapping[str, Any], context: ToolContext) -> Call:
            threads.add(threading.current_thread())
            return super().__call__(name, arguments, context)

    chat = Chat(shop=Watched())
    chat.say("running shoes")
    chat.say("1")
    assert threads == {threading.current_thread()}


def test_tenant_and_customer_are_fetched_once_a_turn() -> None:
    chat = Chat()
    chat.say("Hi")
    calls = chat.shop.calls
    assert (calls.count("tenant_get_context"), calls.count("customer_get_or_create")) == (1, 1)
    assert (chat.state.tenant.tenant_name, chat.state.tenant.currency, chat.state.controls.turn_count) == (
        "Duka",
        "KES",
        1,
    )


def test_an_erased_customer_is_answered_as_somebody_new() -> None:
    chat = Chat(shop=Shop(broken=frozenset({"customer_get_or_create"})))
    assert "Hello" in chat.say("Hi")


def test_the_assistant_introduces_itself_once() -> None:
    chat = Chat()
    assert chat.say("running shoes").startswith("I am Zuri, Duka's assistant.\n\n")
    assert "I am Zuri" not in chat.say("running shoes")


def test_an_introduction_is_made_up_when_the_tenant_wrote_none() -> None:
    chat = Chat(shop=Shop(tenant={"bot_intro": ""}))
    assert chat.say("Hi").startswith("I am Zuri, the assistant of Duka.")


def test_what_was_said_is_kept() -> None:
    chat = Chat()
    said = chat.say("running shoes")
    assert chat.state.transcript.response_text == said


def composed(chat: Chat, **flow: Any) -> str:
    chat.say("Hi")
    context = chat.context()
    context.call("tenant_get_context")
    done = check({"state": chat.state, **flow}, Runtime(context=context))
    chat.trace = context.trace
    return str(done["reply"].text)


def test_an_ungrounded_reply_is_replaced_by_the_local_wording() -> None:
    chat = Chat()
    said = composed(chat, reply=Text(text="Only KES 99 today!"), fallback=Text(text="Have a look."))
    assert said == "Have a look."
    assert chat.trace.notes["unsupported"]


def test_without_a_grounded_wording_nothing_is_stated() -> None:
    said = composed(Chat(), reply=Text(text="Only KES 99 today!"))
    assert said == "Sorry, I cannot answer that reliably. Please ask me in other words."


def test_what_stands_of_code_s_own_words_is_told_where_one_paragraph_does_not() -> None:
    text = "The airtime of KES 250 is out.\n\nTell me what to add or change."
    assert composed(Chat(), reply=Text(text="Only KES 99 today!"), fallback=Text(text=text)) == text.split("\n\n")[1]


def test_no_last_yes_is_asked_under_a_part_of_an_order() -> None:
    chat = Chat()
    chat.say("Hi")
    asked = Confirm(journey="checkout", method="card", quote="q")
    chat.state = chat.state.having(asked=asked)
    context = chat.context()
    context.call("tenant_get_context")
    text = "1. The airtime of KES 250\n\nShall I send the prompt?"
    done = check({"state": chat.state, "reply": Text(text=text)}, Runtime(context=context))
    assert "Shall I send" not in done["reply"].text


def test_a_link_that_code_made_may_be_said() -> None:
    link = "https://duka.example/catalog?q=shoes"
    assert composed(Chat(), reply=Text(text=f"See {link}"), links=(link,)) == f"See {link}"
    assert "evil" not in composed(Chat(), reply=Text(text="See https://evil.example/x"))


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("**Bold** and __bold__", "*Bold* and *bold*"),
        ("# Title\ntext", "*Title*\ntext"),
        ("- one\n* two", "• one\n• two"),
        ("see [here](https://a.example/b)", "see here: https://a.example/b"),
        ("a\n\n\n\nb  ", "a\n\nb"),
        ("1. *Shoe*", "1. *Shoe*"),
        ("https://a.example/x__y__z", "https://a.example/x__y__z"),
    ],
)
def test_markdown_becomes_whatsapp(written: str, sent: str) -> None:
    assert for_whatsapp(written) == sent
