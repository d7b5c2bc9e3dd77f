"""E5 in this process: questions find passages in the other language, and no text harms its engine."""

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.chunk import tokens
from knowledge.embed import DIMENSIONS, E5, Embedder, e5

installed = pytest.mark.skipif(not e5.is_usable(), reason="the extra e5 is not installed")
HARMFUL = ("\ufdfa" * 2_000, "\x00", "\ud800", "", " ", "a" * 100_000, "\U0001f600" * 5_000, "\u0344" * 5_000)


@installed
@pytest.mark.parametrize(
    ("asked", "answer", "other"),
    [
        ("naweza kurudisha viatu?", "Unworn goods can be returned within 14 days.", "Breakfast is from 6:30 am."),
        ("kifungua kinywa ni saa ngapi", "Breakfast is from 6:30 am.", "Unworn goods can be returned within 14 days."),
        ("how do I pay", "Tunapokea M-Pesa na kadi.", "Bwawa la kuogelea liko wazi hadi saa moja jioni."),
    ],
)
def test_a_question_finds_its_answer_in_the_other_language(asked: str, answer: str, other: str) -> None:
    question = np.array(Embedder(E5).embed_query(asked))
    near, far = np.array(Embedder(E5).embed_documents([answer, other])) @ question
    assert near > far


@installed
@pytest.mark.parametrize("text", HARMFUL)
def test_any_text_has_a_vector_of_length_one(text: str) -> None:
    vectors = np.array([Embedder(E5).embed_query(text), *Embedder(E5).embed_documents([text])])
    assert vectors.shape == (2, DIMENSIONS)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)


@pytest.mark.parametrize("text", HARMFUL)
def test_what_reaches_the_engine_is_no_more_than_a_passage_has(text: str) -> None:
    assert tokens.count(e5.plain(text)) <= 800


@given(st.text(st.characters(), max_size=200))
def test_what_reaches_the_engine_is_short_valid_and_stands_for_nothing_longer(text: str) -> None:
    """Its buffers hold four characters for each byte, and it writes what a character stands for without counting."""
    told = e5.plain(text)
    assert told.encode().decode() == told
    assert "\x00" not in told
    assert unicodedata.is_normalized("NFKC", told)
    assert 0 < len(told) <= 6_000


def test_a_processor_without_the_instructions_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr("pathlib.Path.read_text", lambda path: "processor : 0\nflags\t\t: fpu sse2 avx fma\n")
    assert not e5._can_run()
