"""English words without some of their vowels are mended; whatever else is unknown is left alone."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from journeys.local import slips
from journeys.local.wordlists import word_set


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("wats on in the evning on wednsday", "wats on in the evening on wednesday"),
        ("how do i bcome a gold membr", "how do i become a gold member"),
        ("wifi is disconecting evry minute", "wifi is disconnecting every minute"),
        ("the litle box is realy hot", "the little box is really hot"),
    ],
)
def test_a_word_without_its_vowels_is_mended(said: str, meant: str) -> None:
    assert slips.mended(said) == meant


@pytest.mark.parametrize(
    "said",
    [
        "can i come along with my labrador, it is nearly empty",
        "niko kasarani, mzigo utafika lini na pesa ya kuleta ni ngapi",
        "sufuria mwiko karai jiko kikaango mablanketi",
        "kamau wanjiru chebet naivas tecno infinix",
        "write to helpdsk@shop.example or see www.evning.example",
    ],
)
def test_other_words_stay(said: str) -> None:
    assert slips.mended(said) == said


@given(st.sampled_from(sorted(word_set("slips", "words"))))
@settings(max_examples=100)
@example("evening")
def test_what_is_written_in_full_stays(word: str) -> None:
    assert slips.mended(word) == word


@given(st.text(max_size=200))
@settings(max_examples=200)
def test_nothing_else_of_a_text_changes(text: str) -> None:
    mended = slips.mended(text)
    assert len(mended) >= len(text)
    assert [sign for sign in mended if not sign.isalpha()] == [sign for sign in text if not sign.isalpha()]
