"""Words are cut one way, and noise is told from words of our languages and from names."""

import re
from pathlib import Path

import pytest

from journeys.local import wordlists
from journeys.local.wordlists import is_gibberish, is_noise, tokens, wordlist

NAMES = sorted(path.stem for path in Path(wordlists.__file__).parent.glob("*.toml"))


@pytest.mark.parametrize("word", ["asdf", "qwer", "zzzz", "hjkl", "sdkjfh", "lkjlkj", "dsfsdf", "qwerty"])
def test_keyboard_noise_is_noise(word: str) -> None:
    assert is_noise(word)


@pytest.mark.parametrize(
    "word",
    [
        "shoes",
        "viatu",
        "kettlebell",
        "trampoline",
        "wanjiku",
        "hahaha",
        "hdmi",
        "tv",
        "42",
        "نعم",
        "heeey",
        "jiko",
        "thermos",
    ],
)
def test_words_and_names_are_not(word: str) -> None:
    assert not is_noise(word)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("???", True), ("", True), ("asdf qwer", True), ("asdf viatu nataka", False), ("2", False)],
)
def test_a_message_is_noise_when_half_of_it_is(text: str, expected: bool) -> None:
    assert is_gibberish(text) is expected


def test_apostrophes_and_case_do_not_split_words() -> None:
    assert tokens("Don\u2019t  buy NG'OMBE, caf\u00e9!") == ["dont", "buy", "ngombe", "cafe"]


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [line for inner in value.values() for line in _strings(inner)]
    if isinstance(value, list):
        return [line for inner in value for line in _strings(inner)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("name", NAMES)
def test_every_list_is_folded_and_every_pattern_compiles(name: str) -> None:
    """A capital or an accent in a list could never match a folded message ("N" marks a number in prices)."""
    lines = _strings(wordlist(name))
    assert lines
    for line in lines:
        re.compile(line) if name != "exemplars" else None
        said = re.sub(r"\\[A-Z]", "", line)
        assert name in ("wants", "circumstances", "delivery") or said == said.lower()
