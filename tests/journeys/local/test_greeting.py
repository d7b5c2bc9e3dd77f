"""A greeting before a question is not small talk."""

import pytest

from journeys.local.governor import is_greeting, without_greeting


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Hello, how much is the clay water filter?", "how much is the clay water filter?"),
        ("Habari yako, saa ya ukutani ni bei gani?", "saa ya ukutani ni bei gani?"),
        ("niaje, mko na bag ya laptop", "mko na bag ya laptop"),
        ("Good morning, what's the cost of the 43 inch tv", "what's the cost of the 43 inch tv"),
    ],
)
def test_what_is_asked_is_left(text: str, rest: str) -> None:
    assert without_greeting(text) == rest


@pytest.mark.parametrize(
    "text", ["Habari za asubuhi", "hi", "Hello there!", "morning tea set", "day pass for two kids"]
)
def test_all_else_is_left_as_it_is(text: str) -> None:
    assert without_greeting(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "hello, r u there", "u up?", "u there", "anyone there?", "anybody home", "are u guys online", "mko?",
        "niaje, mpo?", "wadau mpo hapo?", "uko hapo bro", "kuna mtu hapo?", "hodi hodi", "yoh mko on", "mko macho",
    ],
)  # fmt: skip
def test_who_asks_whether_anybody_is_there_greets(text: str) -> None:
    assert is_greeting(text)


@pytest.mark.parametrize(
    "text",
    [
        "mko open", "are you open", "are you there on sunday", "uko na viatu", "mko wapi", "kuna mtu wa kufunga wifi",
        "anyone there sells gumboots", "ruta ipo?",
    ],
)  # fmt: skip
def test_who_asks_for_more_does_not(text: str) -> None:
    assert not is_greeting(text)
