"""How near a text comes to the examples of each topic."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.topics.nearest import NearestExamples

THINGS = 12
worths = st.dictionaries(st.integers(0, THINGS - 1), st.floats(0.1, 5.0), min_size=1, max_size=6)
lists = st.lists(st.tuples(worths, st.integers(0, 3)), min_size=1, max_size=12)
KNOWN = ({0: 1.0, 1: 1.0}, {1: 1.0, 2: 1.0}, {3: 1.0}, {0: 0.5, 3: 1.0})


def learned(told: list[tuple[dict[int, float], int]]) -> NearestExamples:
    """Each topic has an example, as it has in whatever is learned."""
    topics = {topic: number for number, topic in enumerate(dict.fromkeys(topic for _, topic in told))}
    texts, of = [text for text, _ in told], [topics[topic] for _, topic in told]
    return NearestExamples.of(texts, of, things=THINGS, topics=len(topics))


@pytest.fixture
def examples() -> NearestExamples:
    return NearestExamples.of(KNOWN, (0, 0, 1, 2), things=4, topics=3)


def test_the_very_same_is_as_near_as_can_be(examples: NearestExamples) -> None:
    assert examples.to({1: 2.0, 2: 2.0})[0] == pytest.approx(1.0, abs=1e-5)


def test_what_shares_nothing_is_not_near(examples: NearestExamples) -> None:
    assert list(examples.to({2: 1.0})[1:]) == [0.0, 0.0]


def test_what_no_example_speaks_of_takes_it_further_away(examples: NearestExamples) -> None:
    near, far = examples.to({3: 1.0}), examples.to({3: 1.0}, unknown=[1.0])
    assert far[1] < near[1]
    assert far[1] > 0


@given(lists, worths)
def test_it_lies_between_nothing_and_the_same(told: list[tuple[dict[int, float], int]], text: dict[int, float]) -> None:
    near = learned(told).to(text)
    assert len(near) == len({topic for _, topic in told})
    assert np.all((near >= 0) & (near <= 1 + 1e-4))


@given(lists)
def test_each_example_is_nearest_to_its_own_topic(told: list[tuple[dict[int, float], int]]) -> None:
    examples = learned(told)
    number = {topic: at for at, topic in enumerate(dict.fromkeys(topic for _, topic in told))}
    for text, topic in told:
        near = examples.to(text)
        assert near[number[topic]] == pytest.approx(float(near.max()), abs=1e-3)


@given(lists, worths)
def test_it_is_kept_as_it_was(told: list[tuple[dict[int, float], int]], text: dict[int, float]) -> None:
    examples = learned(told)
    read = NearestExamples.read(examples.written())
    assert read is not None
    assert np.allclose(read.to(text), examples.to(text), atol=0.02)


def test_what_an_older_release_has_kept_has_no_examples() -> None:
    assert NearestExamples.read(dict[str, Any]()) is None
