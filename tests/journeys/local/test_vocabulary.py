"""Words without a meaning here are found; names, numbers, addresses and noise are not."""

import pytest

from journeys.local.vocabulary import unknown


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nataka viatu vya kukimbia chini ya elfu tatu", []),
        ("Mna zumari za bei nafuu?", ["zumari"]),
        ("naitwa Wanjiku Zumari, nataka sufuria", []),
        ("tuma kwa zumari@mfano.example au www.zumari.example 0712345678", []),
        ("asdfgh qwrtp nataka simu", []),
        ("ZUMARI", ["zumari"]),
    ],
)
def test_words_that_nobody_has_given_a_meaning(text: str, words: list[str]) -> None:
    assert unknown(text) == words
