"""What customers say in several words, in the words of documents; and what only looks like it."""

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.search.terms import phrases
from knowledge.search.terms.phrases import in_documents
from tests.here import ROOT

WRITTEN = tomllib.loads(Path(ROOT, "knowledge/search/terms/phrases.toml").read_text())


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("if we call the whole trip off on monday", "cancel"),
        ("what if i can't make it", "cancel"),
        ("nisipofika nalipa", "cancel"),
        ("will our room already be ready", "check in"),
        ("tunaingia chumbani saa ngapi", "check in"),
        ("may we keep the room until four", "late check-out"),
        ("where do i leave my bag", "luggage"),
        ("can i lift weights", "gym fitness"),
        ("who washes, i need a shirt ironed", "laundry"),
        ("my laini is spoilt", "sim replacement"),
        ("my pin got blocked", "puk"),
        ("may i use my own router", "own router bridge mode"),
        ("tea got into the box", "damaged by water"),
        ("we are moving to a different house", "moving house relocation"),
        ("nataka kuvunja mkataba", "early termination ending the agreement early"),
        ("do i hand the modem back", "hand back equipment return"),
        ("nilipe ikifika", "pay on delivery"),
    ],
)
def test_a_phrase_is_read_in_the_words_of_documents(said: str, written: str) -> None:
    told = in_documents(said)
    assert told.endswith(written)
    assert not told.startswith(said), "what it stands for takes its place"


@pytest.mark.parametrize(
    "said",
    [
        "can i call off-net numbers", "call me when the shop is off loans", "move the router to another room",
        "is there a room with a sea view", "do you have shirts", "can we have the room with a balcony",
        "i want the black one in a different colour", "what can i leave as a deposit", "wash basin", "open a shop",
        "my line is unlimited", "the play about a pool", "dress in red",
    ],
)  # fmt: skip
def test_what_only_looks_like_one_stays_as_it_is(said: str) -> None:
    assert in_documents(said) == said


def test_words_that_are_added_leave_what_was_said() -> None:
    assert in_documents("can i charge my electric car?") == "can i charge my electric car charging points electric cars"


@given(st.text(max_size=300))
def test_any_text_is_read(said: str) -> None:
    """Property: nothing a customer writes breaks the reading, and what names no phrase is not touched."""
    told = in_documents(said)
    assert told == said or any(words in told for table in WRITTEN.values() for words in table)


def test_no_phrase_begins_or_ends_with_words_of_any_kind() -> None:
    for table in WRITTEN.values():
        for each in (phrase.split() for listed in table.values() for phrase in listed):
            assert phrases.ANY not in (each[0], each[-1]), each
            assert all(word and word == word.casefold() for place in each for word in place.split("|")), each


def test_words_that_follow_each_other_in_one_way_are_joined() -> None:
    """The same word at two places in a row is one way of two words, written without its mark, which never matches."""
    for table in WRITTEN.values():
        for each in (phrase.split() for listed in table.values() for phrase in listed):
            for here, after in pairwise(each):
                ways, then = set(here.split("|")), set(after.split("|"))
                assert phrases.ANY in (here, after) or not ways & then, each


def test_no_phrase_is_listed_twice() -> None:
    listed = [phrase for table in WRITTEN.values() for given_ in table.values() for phrase in given_]
    assert len(listed) == len(set(listed))
