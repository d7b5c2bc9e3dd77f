"""Forms of Swahili words that say nothing by themselves, and words that are known in them."""

import pytest

from knowledge.search.terms.glossary import in_english, is_grammar


@pytest.mark.parametrize(
    "word",
    [
        "chake", "chetu", "kilicho", "zilizo", "niliyo", "haitakuwa", "kitakuwa", "hakuwa", "huna", "hatuna", "tunacho",
        "zimo", "haimo", "hiki", "hili", "ileile", "nawe", "mingine", "kwako", "hazipo", "kikiwa", "kukiwa",
        "yupo", "yumo", "ndilo", "ndicho", "lenyewe", "kwenyewe", "vyovyote", "lolote", "penye", "inamaanisha",
    ],
)  # fmt: skip
def test_to_be_to_have_and_whose_say_nothing_by_themselves(word: str) -> None:
    assert is_grammar(word)


@pytest.mark.parametrize(
    "word",
    [
        "make", "limo", "home", "sauna", "china", "mango", "maize", "fee", "hall", "note", "vote", "been", "chap",
        "women", "mileage", "mission",
    ],
)  # fmt: skip
def test_an_english_word_is_no_form_of_them(word: str) -> None:
    assert not is_grammar(word)
    assert in_english(word) == ()


@pytest.mark.parametrize(
    ("word", "english"),
    [
        ("huhifadhiwa", "keep"), ("inayoeleza", "explain"), ("mbadala", "replacement"), ("mishono", "seams"),
        ("utakapolipa", "pay"), ("aliposahaulika", "forgotten"), ("ingieni", "enter"), ("msifungueni", "open"),
        ("zilizokusanywa", "collect"), ("inayoelekea", "lead"), ("umetundikwa", "hangs"), ("yakisalia", "remaining"),
    ],
)  # fmt: skip
def test_a_word_is_known_in_its_forms(word: str, english: str) -> None:
    assert english in in_english(word)


@pytest.mark.parametrize(
    ("word", "english"),
    [("matatizo", "problem"), ("mistari", "line"), ("vipimo", "measurements"), ("watumaji", "sender")],
)
def test_a_noun_is_known_in_its_other_number(word: str, english: str) -> None:
    assert english in in_english(word)


@pytest.mark.parametrize(("word", "english"), [("asali", "honey"), ("makazi", "home"), ("wawili", "two")])
def test_a_word_that_only_looks_like_another_number_or_verb_means_its_own(word: str, english: str) -> None:
    assert english in in_english(word)


@pytest.mark.parametrize("word", ["kahawa", "hali", "tukona"])
def test_a_word_is_no_form_of_one_that_it_only_ends_in(word: str) -> None:
    assert not is_grammar(word)
    assert in_english(word) == ()
