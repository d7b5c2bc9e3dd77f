"""Swahili verbs are known by their roots, with all that stands before them, and whether they are denied."""

import pytest

from knowledge.search.terms.glossary import in_english, verb_in


@pytest.mark.parametrize(
    ("word", "root", "is_denied"),
    [
        ("anaandika", "andika", False),
        ("inayoitwa", "itwa", False),
        ("utafute", "tafuta", False),
        ("tuandikie", "andikia", False),
        ("usiguse", "gusa", True),
        ("havijavaliwa", "valiwa", True),
        ("siwezi", "weza", True),
        ("hakikisha", "hakikisha", False),
        ("huchukua", "chukua", False),
        ("hutalipa", "lipa", True),
        ("naiwekaje", "weka", False),
        ("kuniwekea", "weka", False),
        ("ninalipaje", "lipa", False),
        ("kubadilishia", "badilisha", False),
        ("ntapata", "pata", False),
        ("ntabadilishaje", "badilisha", False),
        ("inafanyika", "fanya", False),
        ("kupikiwa", "pika", False),
        ("huandikishwa", "andika", False),
        ("haisomeki", "soma", True),
        ("zinatafutwa", "tafuta", False),
    ],
)
def test_a_verb_is_known_by_its_root(word: str, root: str, is_denied: bool) -> None:
    verb = verb_in(word)
    assert verb is not None
    assert (verb.root, verb.is_denied) == (root, is_denied)
    assert in_english(word) or word == "siwezi"  # it is grammar


@pytest.mark.parametrize(
    "word", ["size", "router", "moi", "msimbo", "usiku", "police", "office", "olive", "alike", "piano"]
)
def test_what_is_no_verb_has_no_root(word: str) -> None:
    assert verb_in(word) is None
