"""What a tenant has taught: the same words, near words, other values, and what it never does."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from journeys.understand.taught import MOST_SHOWN, NEAR, SURE, examples, nearest
from tests.journeys.shop import Chat, Shop
from tools.exemplars.selectors import Taught

WRITTEN = tomllib.loads(Path(__file__).with_name("taught.toml").read_text(encoding="utf-8"))["taught"]
CHOSEN_ON, COUNTED = WRITTEN[::2], WRITTEN[1::2]
HURRY = Taught("leta swift runner haraka", "search", {"queries": ["swift runner"]})
PERSON = Taught("nipigie mhasibu", "hand_over", {"reason": "request", "about": "a call from accounts"})


def understood(text: str, *taught: Taught, **tenant: Any) -> list[str]:
    """The commands that the mind served for the first message of a conversation."""
    chat = Chat(shop=Shop(tenant=tenant), taught=taught)
    chat.say(text)
    return list(chat.trace.notes["understood"]["commands"])


def reached(sets: list[dict[str, Any]], kind: str, least: float = NEAR) -> tuple[int, int]:
    found = [
        nearest(text, [Taught(each["sentence"], "hand_over", {})], least=least) for each in sets for text in each[kind]
    ]
    return sum(map(bool, found)), len(found)


@pytest.mark.parametrize("sets", [CHOSEN_ON, COUNTED], ids=["chosen_on", "counted"])
def test_near_words_are_reached_and_their_neighbours_are_not(sets: list[dict[str, Any]]) -> None:
    near, of_near = reached(sets, "near")
    far, of_far = reached(sets, "far")
    assert near / of_near >= 0.85
    assert far / of_far <= 0.07


def test_what_changes_something_needs_more() -> None:
    far, of_far = reached(WRITTEN, "far", SURE)
    assert far / of_far <= 0.02


def test_no_sentence_is_near_to_those_of_another_wish() -> None:
    all_taught = [Taught(each["sentence"], "hand_over", {}) for each in WRITTEN]
    for each in WRITTEN:
        for text in each["near"]:
            assert {near.taught.sentence for near in nearest(text, all_taught, least=NEAR)} <= {each["sentence"]}


def test_the_same_words_mean_what_was_taught() -> None:
    assert understood("nipigie mhasibu") != ['["hand_over",{"reason":"request","about":"a call from accounts"}]']
    for text in ("nipigie mhasibu", "NIPIGIE MHASIBU!!", "nipigie   mhasibu."):
        assert understood(text, PERSON) == ['["hand_over",{"reason":"request","about":"a call from accounts"}]']


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("leta swift runner haraka sana", ["swift runner"]),
        ("leta cooking pot haraka", ["cooking pot"]),
    ],
)
def test_another_thing_takes_the_place_of_the_taught_one(text: str, queries: list[str]) -> None:
    pot = Taught("leta handbag haraka", "search", {"queries": ["handbag"]})
    assert understood(text, HURRY, pot) == [f'["search",{{"queries":{str(queries).replace(chr(39), chr(34))}}}]']


def test_another_number_takes_the_place_of_the_taught_one() -> None:
    taught = Taught("ndula za chini ya 3000", "search", {"queries": ["running shoes"], "price_max": 3000})
    assert understood("ndula za chini ya 4500", taught) == ['["search",{"queries":["running shoes"],"price_max":4500}]']


def test_a_value_that_has_no_place_is_read_by_the_journey() -> None:
    (command,) = understood("leta swift runner haraka size 42", HURRY)
    assert '"42"' in command
    assert command.startswith('["search"')


def test_a_value_that_was_not_said_is_not_taken_over() -> None:
    taught = Taught("mnaleta hadi Kisumu leo", "ask_library", {"question": "Do you deliver to Kisumu the same day?"})
    assert understood("mnaleta hadi Kisumu leo", taught) == [
        '["ask_library",{"question":"Do you deliver to Kisumu the same day?"}]'
    ]
    (command,) = understood("mnaleta hadi Eldoret leo", taught)
    assert "Kisumu" not in command
    assert "ldoret" in command


@pytest.mark.parametrize("text", ["usinipigie mhasibu", "sitaki mnipigie mhasibu", "do not call me, mhasibu"])
def test_who_denies_it_does_not_wish_it(text: str) -> None:
    assert "a call from accounts" not in "".join(understood(text, PERSON))


def test_the_nearest_sentence_counts_and_the_same_words_before_all() -> None:
    near = Taught("nipigie mhasibu leo", "browse", {})
    assert understood("nipigie mhasibu leo", PERSON, near) == ['["browse"]']
    assert understood("nipigie mhasibu", near, PERSON)[0].startswith('["hand_over"')


def test_a_command_of_a_journey_that_is_off_counts_for_nothing() -> None:
    taught = Taught("kuna chochote cha bure", "ask_offers", {})
    assert understood("kuna chochote cha bure", taught) == ['["ask_offers"]']
    assert understood("kuna chochote cha bure", taught, journeys_off=["offers"]) != ['["ask_offers"]']


@pytest.mark.parametrize("arguments", [{"queries": "shoes"}, {"nonsense": 1}, {"price_max": "lots"}])
def test_arguments_that_no_longer_fit_break_nothing(arguments: dict[str, Any]) -> None:
    taught = Taught("zile fiti", "search", arguments)
    assert all(command.startswith('["') for command in understood("zile fiti", taught))


@pytest.mark.parametrize(
    ("command", "arguments"), [("set_preferences", {"marketing": True}), ("confirm_payment", {}), ("decline", {})]
)
def test_consent_and_a_yes_are_never_taught(command: str, arguments: dict[str, Any]) -> None:
    """A row that got there otherwise than by the form counts for nothing, in the mind and in a prompt."""
    planted = Taught("nipigie mhasibu", command, arguments)
    chat = Chat(taught=[planted])
    chat.say("nipigie mhasibu")
    assert not any(command in each for each in chat.trace.notes["understood"]["commands"])
    assert "customer_update_preferences" not in chat.shop.calls
    assert examples(chat.context("nipigie mhasibu")) == []


def test_a_command_that_is_gone_counts_for_nothing() -> None:
    assert understood("hello there boss", Taught("hello there boss", "teleport", {})) == understood("hello there boss")


def test_small_talk_that_means_something_here_is_served() -> None:
    taught = Taught("sasa ile yetu", "browse", {})
    chat = Chat(taught=(taught,))
    chat.say("sasa ile yetu")
    assert chat.trace.notes["governed"] == "business"
    assert chat.trace.notes["understood"]["commands"] == ['["browse"]']


def test_stop_stays_stop() -> None:
    chat = Chat(taught=(Taught("stop", "browse", {}),))
    chat.say("stop")
    assert chat.trace.notes["consent"] == "stop"


def test_a_model_sees_at_most_five_of_the_nearest() -> None:
    taught = [Taught(f"nipe bando ya {word}", "search", {"queries": ["bundle"]}) for word in "abcdefgh"]
    chat = Chat(taught=(*taught, Taught("where is the gym", "ask_library", {"question": "gym"})))
    shown = examples(chat.context("nipe bando"))
    assert len(shown) == MOST_SHOWN
    assert {each["command"] for each in shown} == {"search"}
