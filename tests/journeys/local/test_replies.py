"""Short answers mean what they say, and what is unclear means nothing."""

import pytest

from journeys.local import consent
from journeys.local.replies import pick_name, pick_number, yes_or_no

SHELF = [
    "Nike Air Max 270",
    "Nike Revolution 6",
    "Adidas Runfalcon Black",
    "Puma Velocity Red",
    "Blender Pro",
    "Blender",
]


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Yep",
        "ndio",
        "ndioooo",
        "eeh",
        "sawa",
        "ok",
        "poa",
        "YES!",
        "yes please",
        "sawa boss",
        "no problem",
        "hakuna shida",
        "👍",
        "of course",
        "confirm",
        "ndio nataka",
        "yes deliver to Kilimani",
    ],
)
def test_yes(text: str) -> None:
    assert yes_or_no(text) is True


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "hapana",
        "la",
        "zii",
        "sitaki",
        "no thanks",
        "hapana asante",
        "nope",
        "don't",
        "I don't want it",
        "cancel",
        "👎",
        "not now",
        "zii bana",
        "no no no",
    ],
)
def test_no(text: str) -> None:
    assert yes_or_no(text) is False


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yes or no",
        "maybe",
        "sijui",
        "2",
        "no 2",
        "yes but change the size",
        "yes how much is delivery",
        "ok cancel",
        "where is my order",
        "nataka viatu",
        "good morning",
        "مرحبا",
        "😀",
        "not sure",
        "yes " * 3000,
    ],
)
def test_neither(text: str) -> None:
    assert yes_or_no(text) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", 2),
        ("no. 2", 2),
        ("the second one", 2),
        ("ya pili", 2),
        ("namba mbili", 2),
        ("option 3", 3),
        ("2\ufe0f\u20e3", 2),
        ("#2", 2),
        ("number two please", 2),
        ("(2)", 2),
        ("2.", 2),
        ("two", 2),
        ("first one", 1),
        ("number one", 1),
        ("one", 1),
        ("nataka ya tatu", 3),
        ("I'll take the third", 3),
        ("last one", 6),
        ("ya mwisho", 6),
        ("chaguo la pili", 2),
        ("1st", 1),
        ("\uff16", 6),
    ],
)
def test_a_number_is_picked(text: str, number: int) -> None:
    assert pick_number(text, upto=6) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "7",
        "22",
        "2 pairs",
        "size 2",
        "1 or 2",
        "1 and 2",
        "-2",
        "2.5",
        "2k",
        "½",
        "not 2",
        "sio 2",
        "under 2",
        "no",
        "the",
        "blender",
        "🔟",
        "2 2",
        "999999999999999999999",
        "مرحبا",
    ],
)
def test_no_number_is_picked(text: str) -> None:
    assert pick_number(text, upto=6) is None


def test_nothing_is_picked_from_nothing() -> None:
    assert pick_number("1", upto=0) is None
    assert pick_name("nike", []) is None


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("air max", 0),
        ("the adidas one", 2),
        ("addidas", 2),
        ("revolutoin", 1),
        ("blender", 5),
        ("blender pro", 4),
        ("the red one", 3),
        ("nyeusi", 2),
        ("nataka ile ya puma", 3),
        ("270", 0),
        ("Nike Air Max 270", 0),
        ("do you have the nike revolution", 1),
    ],
)
def test_the_one_title_meant_is_found(text: str, index: int) -> None:
    assert pick_name(text, SHELF) == index


@pytest.mark.parametrize(
    "text", ["nike", "shoes", "", "sio puma", "where is my order", "not the puma", "😀", "the one", "kitabu"]
)
def test_no_title_is_guessed(text: str) -> None:
    assert pick_name(text, SHELF) is None


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("STOP", "stop"),
        ("stop.", "stop"),
        ("Unsubscribe", "stop"),
        ("STOPALL", "stop"),
        ("opt-out", "stop"),
        ("QUIT", "stop"),
        ("revoke", "stop"),
        ("acha", "stop"),
        ("Sitisha", "stop"),
        ("jiondoe", "stop"),
        ("START", "start"),
        ("unstop", "start"),
        ("anza", "start"),
        ("HELP", "help"),
        ("msaada", "help"),
        ("", None),
        ("cancel", None),
        ("END", None),
        ("please cancel my order", None),
        ("stop by the shop", None),
        ("I need help with my order", None),
        ("nataka kuacha kazi", None),
        ("😀", None),
    ],
)
def test_a_consent_keyword_is_the_whole_message(text: str, command: str | None) -> None:
    found = consent.consent_word(text)
    assert (found.kind if found else None) == command
