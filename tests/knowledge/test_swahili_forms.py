"""Forms of Swahili words that say nothing by themselves, and words that are known in them."""

import pytest

from knowledge.search.terms.glossary import in_english, is_grammar


@pytest.mark.parametrize(
    "word",
    [
        "chake", "chetu", "kilicho", "zilizo", "niliyo", "haitakuwa", "kitakuwa", "hakuwa", "huna", "hatuna", "tunacho",
        "zimo", "haimo", "hiki", "hili", "ileile", "nawe", "mingine", "kwako", "hazipo", "kikiwa", "kukiwa",
    ],
)  # fmt: skip
def test_to_be_to_have_and_whose_say_nothing_by_themselves(word: str) -> None:
    assert is_grammar(word)


@pytest.mark.parametrize("word", ["make", "limo", "home", "sauna", "china", "mango", "maize", "fee", "hall"])
def test_an_english_word_is_no_form_of_them(word: str) -> None:
    assert not is_grammar(word)
    assert in_english(word) == ()


@pytest.mark.parametrize(
    ("word", "english"),
    [("huhifadhiwa", "keep"), ("inayoeleza", "explain"), ("mbadala", "replacement"), ("mishono", "seams")],
)
def test_a_word_is_known_in_its_forms(word: str, english: str) -> None:
    assert english in in_english(word)
