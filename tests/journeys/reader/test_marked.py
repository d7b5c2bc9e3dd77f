"""The examples that the trained reader learns from: each line is well formed, and what was learned is of these."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journeys.reader import train
from journeys.reader.marked import ACTS, OUTSIDE, NotMarked, example_of, examples, tokens_of

LINE = "sw list | [order Basi nipe {thing sweta} ya {option kijani}, {count mbili}], [ask mnadeliver {place Thika}]?"


def test_a_line_is_a_message_with_the_labels_of_its_words() -> None:
    example = example_of(LINE)
    assert example.text == "Basi nipe sweta ya kijani, mbili, mnadeliver Thika?"
    labelled = dict(
        zip([token.text for token in example.tokens], zip(example.acts, example.parts, strict=True), strict=True)
    )
    assert labelled["Basi"] == ("B-order", OUTSIDE)
    assert labelled["sweta"] == ("I-order", "B-thing")
    assert labelled["mnadeliver"] == ("B-ask", OUTSIDE)
    assert labelled["Thika"] == ("I-ask", "B-place")
    assert labelled["?"] == (OUTSIDE, OUTSIDE)


@pytest.mark.parametrize(
    "line",
    [
        "fr list | [order oui]",
        "en somewhere | [order yes]",
        "en list [order yes]",
        "en list | [buy it]",
        "en list | [order {colour red}]",
        "en list | [order it",
        "en list | [order it}]",
        "en list | {thing it}",
        "en list | [order [ask it]]",
    ],
)
def test_what_is_not_well_formed_is_refused(line: str) -> None:
    with pytest.raises(NotMarked):
        example_of(line)


def test_every_act_is_shown_in_each_language_and_no_line_stands_twice() -> None:
    every = [example for some in examples().values() for example in some]
    for language in ("en", "sw", "sh"):
        told = {label[2:] for each in every if each.language == language for label in each.acts if label != OUTSIDE}
        assert told == ACTS
    texts = [example.text.casefold() for example in every]
    assert len(texts) - len(set(texts)) <= len(texts) / 50, "the same short answers may be given at several places"


def test_what_was_learned_is_of_these_examples() -> None:
    kept = (train.LEARNED / train.FINGERPRINT).read_text(encoding="utf-8").strip()
    assert kept == train.fingerprint(), "run `python -m journeys.reader.train`"


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_tokens_stand_where_they_say(text: str) -> None:
    for token in tokens_of(text):
        assert text[token.start : token.end] == token.text
