"""A greeting before a question is not small talk."""

import pytest

from journeys.local.governor import without_greeting


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
