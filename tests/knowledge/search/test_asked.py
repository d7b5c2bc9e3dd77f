"""How likely a section answers, by what customers ask of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.search.asked import AskedOfSections
from knowledge.search.terms.words import concepts_of

KEYS = ["When can we get the keys?", "Ufunguo wa chumba tunapewa lini?", "How early are the rooms ready for us?"]
TOWELS = ["Where do I find a towel?", "Is there a fee for towels at the pool?", "Taulo za bwawa ni za bure?"]
ALL = {word for one in (*KEYS, *TOWELS, "how much") for word in one.split()}
WORDS = st.sampled_from(sorted(ALL))


def beside(question: str, *sections: list[str]) -> AskedOfSections:
    things = concepts_of(question)
    return AskedOfSections([(keys, 1 / len(things)) for keys in things], sections)


def likely(question: str, of: list[str], *, by_words: float = 0.0) -> float:
    return beside(question, KEYS, TOWELS).likely(of, by_words)


@pytest.mark.parametrize(
    "question", ["when do we get our keys", "rooms ready early", "tunapewa ufunguo wa chumba lini"]
)
def test_it_is_the_section_of_which_customers_ask_so(question: str) -> None:
    assert likely(question, KEYS) > 0.2 > 0.1 > likely(question, TOWELS)


def test_several_questions_that_are_near_tell_more_than_one() -> None:
    question, near = "is there a fee for a towel at the pool", [TOWELS[1], "Who asks a fee for the pool towel?"]
    assert likely(question, [*near, KEYS[0]]) > likely(question, [TOWELS[1], *KEYS])


def test_where_it_ranks_by_its_own_words_counts_as_well() -> None:
    assert likely("rooms ready early", KEYS, by_words=0.6) > likely("rooms ready early", KEYS)


def test_a_price_is_told_by_no_question_without_one() -> None:
    of = ["Where is the towel of the pool?", "Who brings the towels to the pool?"]
    asked = "how much is a towel at the pool"
    assert likely(asked, [*of, "What does a towel cost at the pool?"]) > 0.5 > likely(asked, of)


def test_a_thing_of_which_no_question_speaks_is_not_asked_about() -> None:
    assert likely("towel balloon", TOWELS) == 0.0  # a half of it


def test_of_what_customers_do_not_ask_nothing_is_known() -> None:
    assert likely("where is the towel", []) == 0.0
    assert AskedOfSections((), [KEYS]).likely(KEYS, 0.0) < 0.1


@given(
    question=st.lists(WORDS, min_size=1, max_size=8).map(" ".join),
    of=st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=5),
    by_words=st.floats(0, 3),
)
@settings(max_examples=150, deadline=None)
def test_it_is_a_likelihood_whatever_is_asked(question: str, of: list[str], by_words: float) -> None:
    asked = AskedOfSections([(keys, 0.1) for keys in concepts_of(question)], [of, KEYS])
    assert 0.0 <= asked.likely(of, by_words) <= 1.0
    assert asked.likely(of, by_words) == asked.likely(of[::-1], by_words)
