"""Whatever arrives, the local mind answers quickly, the same way each time, and never breaks."""

from collections.abc import Callable
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from journeys.local import consent, governor, intent, language, replies, wants
from journeys.local.guess import Guess, guess
from tests.journeys.local.test_intent import INTENTS

SAID = [
    "nataka",
    "viatu",
    "size",
    "under",
    "between",
    "5k",
    "elfu",
    "tano",
    "na",
    "mia",
    "thao",
    "ksh",
    "42",
    "/",
    "-",
    ".",
    ",",
    "?",
    "red",
    "nyeusi",
    "yes",
    "sio",
    "zote",
    "2",
    "⃣",
    "'",
]
TEXTS = st.one_of(
    st.text(max_size=300),
    st.lists(st.sampled_from(SAID), max_size=25).map(" ".join),
    st.text(alphabet="0123456789., -/k", max_size=40),
)
LABELS = {
    language.detect: {"en", "sw", "sheng", "mixed", "other"},
    governor.classify: {"business", "casual", "spam", "abuse"},
    intent.classify: INTENTS,
}


@pytest.mark.parametrize("classify", LABELS)
@settings(max_examples=150)
@given(text=TEXTS)
@example(text="\u202e\u0627\u0644\u0633\u0644\u0627\u0645 5k\u202c")
@example(text="\ud800")
@example(text="\x00\x07")
def test_a_guess_is_a_known_label_with_a_probability(classify: Callable[[str], Guess], text: str) -> None:
    found = classify(text)
    assert found.label in LABELS[classify]
    assert 0.0 <= found.confidence <= 1.0
    assert classify(text) == found


@settings(max_examples=300)
@given(text=TEXTS)
@example(text="\u0665\u0660\u0660\u0660")
@example(text="size 42 size 42 under under 5k 5k N N")
def test_wants_are_sound(text: str) -> None:
    found = wants.parse(text)
    assert wants.parse(text) == found
    for bound in (found.price_min, found.price_max):
        assert bound is None or (isinstance(bound, Decimal) and bound.is_finite() and bound >= 0)
    assert len(set(found.terms)) == len(found.terms)


@settings(max_examples=200)
@given(text=TEXTS, upto=st.integers(0, 10), titles=st.lists(st.text(max_size=30), max_size=6))
def test_answers_stay_within_what_was_offered(text: str, upto: int, titles: list[str]) -> None:
    assert replies.yes_or_no(text) in (True, False, None)
    assert replies.pick_number(text, upto=upto) in (None, *range(1, upto + 1))
    assert replies.pick_name(text, titles) in (None, *range(len(titles)))
    found = consent.consent_word(text)
    assert found is None or found.kind in ("stop", "start", "stop_marketing", "help")
    assert consent.is_inside(text) in (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "a" * 10_000,
        "1 " * 5_000,
        "1,000 " * 1_600,
        "elfu " * 2_000,
        "ksh " * 2_500,
        "size " * 2_000,
        "you stupid " * 900,
        "ha" * 5_000,
        "😀" * 5_000,
        "-" * 10_000,
        "www.a.b/" * 1_200,
        "under 5k size 42 " * 600,
        "kati ya 5 na " * 800,
    ],
)
def test_a_huge_message_does_not_run_away(text: str) -> None:
    for judge in (
        language.detect,
        intent.classify,
        governor.classify,
        wants.parse,
        replies.yes_or_no,
        consent.consent_word,
        consent.is_inside,
    ):
        assert judge(text) == judge(text)
    assert replies.pick_number(text, upto=6) is None


def test_confidence_is_kept_between_nought_and_one() -> None:
    assert (guess("en", 1.7).confidence, guess("en", -3).confidence) == (1.0, 0.0)
