"""Of a refused text the sound sentences stay, where they say what was to be said."""

import pytest

from journeys.check import mended

LIE = "We throw in a pair of socks."


def left(text: str, *doubtful: str) -> str:
    return mended(text, lambda said: any(each in said for each in (LIE, *doubtful)))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"It comes in red and costs KES 3,499. {LIE} What size?", "It comes in red and costs KES 3,499. What size?"),
        (f"{LIE} The shoe comes in red and black.", "The shoe comes in red and black."),
        (f"1. Close the tap.\n2. {LIE}\n3. Open the lid.", "1. Close the tap.\n2. Open the lid."),
    ],
)
def test_a_doubtful_sentence_goes(text: str, kept: str) -> None:
    assert left(text) == kept


@pytest.mark.parametrize(
    "text",
    [
        LIE,
        f"{LIE} Which size would you like?",
        f"Sure! {LIE}",
        f"{LIE} They are of soft cotton and come in red.",  # the socks, of which nobody has told
        "We throw in a pair of socks. It costs KES 100 more.",
    ],
)
def test_what_says_too_little_without_it_is_not_kept(text: str) -> None:
    assert left(text) == ""


def test_a_list_without_its_head_and_an_answer_without_its_figures_are_not_kept() -> None:
    assert left("If the light is red:\n1. Switch off the box.\n2. Call the shop.", "light is red:") == ""
    assert left("Full board adds lunch and dinner. Four nights are KES 118,000.", "118,000") == ""
    assert left("Switch off the box:\n1. Pull the plug.", "Pull the plug") == ""


def test_that_there_is_no_answer_needs_no_figures() -> None:
    said = "Our documents do not say whether it may be returned. They throw in 2 pairs of socks."
    assert mended(said, lambda text: "socks" in text) == ""
    assert mended(said, lambda text: "socks" in text, is_answer=False) == said.partition(" They")[0]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "You may leave with 30 days' notice, then we send you a pair of socks.",
            "You may leave with 30 days' notice.",
        ),
        ("It costs KES 500; and we throw in a pair of socks.", "It costs KES 500."),
        ("Rudisha ndani ya siku 14, alafu utapata socks bure.", "Rudisha ndani ya siku 14."),
    ],
)
def test_what_is_told_besides_goes_alone(text: str, kept: str) -> None:
    assert mended(text, lambda said: "socks" in said) == kept


@pytest.mark.parametrize(
    "text",
    [
        "You may return them within 14 days, and only with your socks.",
        "It is free from KES 5,000, and not for socks.",
        "Rudisha ndani ya siku 14, na lazima uwe na socks.",
    ],
)
def test_no_limit_of_what_is_told_goes_alone(text: str) -> None:
    assert mended(text, lambda said: "socks" in said) == ""
