"""Folding and splitting text of any script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.text import fold, words

ANYTHING = st.text(st.characters(), max_size=60)


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  Viatu\tVYA \n kukimbia ", "viatu vya kukimbia"),
        ("Café Ñandú", "cafe nandu"),
        ("ﬁne Ⅳ １２", "fine iv 12"),  # noqa: RUF001 - compatibility forms are the point
        ("STRASSE straße", "strasse strasse"),
        ("İstanbul", "istanbul"),
        ("Ng\u2019ombe ng\u00b4ombe ng`ombe", "ng'ombe ng'ombe ng'ombe"),
        ("p\u200ba\u00adi\u202ed", "paid"),
        ("a\x00b\ud800", "a b"),
        ("हिन्दी", "हिन्दी"),
        ("", ""),
    ],
)
def test_fold_gives_one_plain_form(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nyama ya ng'ombe, iko?", ["nyama", "ya", "ng'ombe", "iko"]),
        ("👟🏽 viatu!!! 1️⃣", ["viatu", "1"]),
        ("'quoted' snake_case 4,500/=", ["quoted", "snake", "case", "4", "500"]),
        ("مرحبا 你好 हिन्दी", ["مرحبا", "你好", "हिन्दी"]),
        ("👩‍👩‍👧 … — ''", []),
    ],
)
def test_words_keeps_letters_and_digits_of_any_script(text: str, found: list[str]) -> None:
    assert words(text) == found


@given(ANYTHING)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(ANYTHING)
def test_folded_text_can_be_stored(text: str) -> None:
    assert "\x00" not in fold(text)
    fold(text).encode()


@given(ANYTHING)
def test_every_word_is_itself_one_word(text: str) -> None:
    for word in words(text):
        assert words(word) == [word]
