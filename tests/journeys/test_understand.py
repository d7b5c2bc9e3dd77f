"""The language of the answer: when it switches, and what it falls back to."""

import pytest

from journeys.understand.language_policy import LanguageHeard, chosen, known_language
from tests.journeys.shop import Chat, Shop
from tests.journeys.test_route import FRESH


def heard(language: str, confidence: float) -> LanguageHeard:
    return LanguageHeard.model_validate({"language": language, "confidence": confidence})


@pytest.mark.parametrize(
    ("language", "confidence", "allowed", "answered_in"),
    [
        ("sw", 0.75, ["en", "sw"], "sw"),
        ("sw", 0.74, ["en", "sw"], "en"),
        ("sheng", 0.9, ["en", "sw"], "sw"),
        ("sheng", 0.9, ["en"], "en"),
        ("other", 0.95, ["en", "sw"], "en"),
        ("mixed", 0.9, ["en", "sw", "sheng"], "sheng"),
        ("mixed", 0.9, ["en", "sw"], "sw"),
        ("mixed", 0.9, ["en"], "en"),
    ],
)
def test_it_switches_when_it_is_clear_and_allowed(
    language: str, confidence: float, allowed: list[str], answered_in: str
) -> None:
    state = FRESH.having(allowed_languages=allowed, default_language="en")
    assert chosen(state, heard(language, confidence))["response_language"] == answered_in


@pytest.mark.parametrize(
    ("preferred", "established", "expected"),
    [("sheng", "en", "sheng"), (None, "en", "en"), (None, None, "sw"), ("mixed", None, "sheng")],
)
def test_an_unclear_message_keeps_what_is_known(preferred: str | None, established: str | None, expected: str) -> None:
    state = FRESH.having(default_language="sw", customer_language_pref=preferred, established_language=established)
    assert known_language(state) == expected
    assert chosen(state, heard("en", 0.3))["response_language"] == expected


def test_a_language_no_longer_allowed_is_given_up() -> None:
    state = FRESH.having(default_language="en", allowed_languages=["en"], established_language="sw")
    assert known_language(state) == "en"


def test_a_pick_is_answered_in_the_language_of_the_list() -> None:
    chat = Chat(shop=Shop(tenant={"default_language": "sw"}))
    assert "Here is what I found" in chat.say("please show me running shoes that are black")
    assert "In stock" in chat.say("1")


def test_a_fresh_conversation_begins_in_the_language_she_asked_for() -> None:
    assert "Niandikie tu" in Chat(shop=Shop(customer={"language_preference": "sheng"})).say("", kind="media")


def test_another_language_is_answered_in_the_default_and_told_which_are_spoken() -> None:
    chat = Chat(shop=Shop())
    told = chat.say("Bonjour, vous vendez des chaussures de course ?")
    assert "I read and write these languages: English, Kiswahili, Sheng." in told
    assert "I read and write" not in chat.say("show me running shoes")
