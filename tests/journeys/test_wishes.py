"""Wishes about what is remembered and sent: read from the parts of their words, and never from half a message."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journeys.command import Command
from journeys.preferences.commands import EraseData, OwnData, SetPreferences
from journeys.preferences.reading import continues
from journeys.preferences.wishes import wish_in
from tests.journeys.shop import Chat

PLAIN = {
    SetPreferences(language="sw"): ("naomba uniandikie kwa kiswahili kuanzia sasa", "can we continue in Swahili?"),
    SetPreferences(language="en"): ("niambie kwa kingereza tafadhali", "just talk to me in English only"),
    SetPreferences(language="sheng"): ("ongea nami kwa sheng", "badilisha lugha, tubonge sheng"),
    SetPreferences(order_updates=False): (
        "turn off order updates", "zima arifa za oda yangu", "zima updates za order buda",
        "stop notifying me about my parcels", "sitaki tena jumbe za oda",
    ),
    SetPreferences(order_updates=True): ("naomba mnirudishie taarifa za oda", "washa updates za order"),
    SetPreferences(payment_updates=False): ("sitaki kupata ujumbe kuhusu malipo tena", "no more payment alerts please"),
    SetPreferences(payment_updates=True): ("turn payment alerts back on", "washeni arifa za malipo"),
    SetPreferences(order_updates=False, payment_updates=False): ("stop all order and payment notifications",),
    SetPreferences(marketing=False): ("msinitumie matangazo tena", "turn the offers off", "wacheni kunitumia ma-offer"),
    SetPreferences(marketing=True): ("washa matangazo", "nitumieni ofa tena"),
    SetPreferences(messages=False): (
        "please dont text me again", "wacheni kunitext", "msinisumbue tena na jumbe", "usinitumie meseji tena",
    ),
    OwnData(): ("mko na info gani yangu?", "what data do you keep on me?", "nionyeshe kile mmehifadhi kunihusu"),
    EraseData(): ("futa data yangu", "nataka mnisahau kabisa", "futeni kila kitu mnajua kunihusu", "just forget me"),
    SetPreferences(called="Wanjiku"): ("niitwe Wanjiku tafadhali", "jina langu ni Wanjiku", "Hi, my name is Wanjiku"),
    SetPreferences(called="Mama Njeri"): ("please call me Mama Njeri", "my name is Rose, call me Mama Njeri"),
    SetPreferences(phone="+254722123456"): (
        "namba yangu mpya ni 0722123456", "number yangu imechange, tumia 0722 123 456", "my number is 0722123456",
    ),
}  # fmt: skip
NEIGHBOURS = (
    "stop the delivery of my order", "stop my order", "dont stop the order updates", "dont send it", "sitaki oda",
    "toa viatu kwa cart", "delete the blue one", "what do you have for me", "my data is finished",
    "show me my account", "do you have swahili books", "call me later", "Call me Tomorrow", "call me on 0722123456",
    "my name is not important",
    "tuma prompt kwa namba yangu mpya 0722123456", "nitumie risiti", "can I stop by your shop today?", "nataka ofa",
    "acha nifikirie kwanza", "what is your number", "ondoa oda", "send me the receipt again",
)  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), [(text, wish) for wish, texts in PLAIN.items() for text in texts])
def test_what_is_said_plainly_is_read_whatever_is_asked_meanwhile(text: str, wanted: Command) -> None:
    assert continues(text, Chat().state) == wanted


@pytest.mark.parametrize("text", NEIGHBOURS)
def test_what_may_be_anything_else_is_left_to_the_others(text: str) -> None:
    assert continues(text, Chat().state) is None


@settings(max_examples=100)
@given(
    wish=st.sampled_from([text for texts in PLAIN.values() for text in texts]),
    more=st.sampled_from(["viatu", "until Monday", "KES 500", "my wife", "lakini", "why", "the red one"]),
    is_before=st.booleans(),
)
def test_one_word_too_many_and_it_is_no_such_wish(wish: str, more: str, is_before: bool) -> None:
    assert wish_in(f"{more} {wish}" if is_before else f"{wish} {more}") is None


@pytest.mark.parametrize(
    ("said", "told", "changed"),
    [
        ("zima arifa za oda yangu", "haitakutumia tena taarifa za oda", {"consents": {"order_updates": False}}),
        (
            "stop all payment and order alerts",
            "no more updates about your payments",
            {"consents": {"payment_updates": False, "order_updates": False}},
        ),
        (
            "niaje, zima notifications za oda buda",
            "haitakutumia updates za order",
            {"consents": {"order_updates": False}},
        ),
        (
            "nimechoka na meseji zenu, wacheni",
            "haitakutumia ujumbe tena",
            {"consents": {"service": False, "marketing": False}},
        ),
        ("niitwe Wanjiku tafadhali", "tutakuita Wanjiku", {"name": "Wanjiku"}),
        ("namba yangu mpya ni 0722123456", "namba yako kwetu sasa ni +254722123456", {"phone_e164": "+254722123456"}),
    ],
)
def test_in_the_middle_of_a_sale_it_is_repeated_back_and_the_sale_goes_on(
    said: str, told: str, changed: dict[str, Any]
) -> None:
    chat = Chat()
    chat.say("I am looking for some good running shoes please")
    chat.say("1")
    assert told in chat.say(said), "in the language of the wish"
    assert changed.items() <= chat.shop.customer.items()
    assert "KES" in chat.say("1")
