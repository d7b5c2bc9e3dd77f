"""Makes questions of a library's own passages: such as the passage answers, and such as another one would."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from uuid import UUID

from knowledge.lexicon import is_stop_word
from knowledge.text import words

MOST_SAMPLES = 120
_LONGEST_QUESTION, _FEWEST_WORDS = 8, 4
_SENTENCE = re.compile(r"(?<=[.?!])\s+|\n")


@dataclass(frozen=True, slots=True)
class SamplePassage:
    """A passage that questions are made of."""

    id: UUID
    document_id: UUID
    text: str


@dataclass(frozen=True, slots=True)
class Sample:
    """A question, the passage it was made of, and whether half of its words are that passage's only."""

    text: str
    passage: SamplePassage
    is_diluted: bool


def make(passages: Sequence[SamplePassage]) -> list[Sample]:
    """Two questions a passage: its own words, and half of them among words of its neighbour.

    A customer's question shares about half of its telling words with the passage that answers it: the diluted one
    stands for it. The passage's own words, asked of all others, are the nearest miss that there can be.
    """
    spoken = [(passage, said) for passage in passages if len(said := _said(passage)) >= _FEWEST_WORDS]
    return list(_samples(spoken))


def _samples(spoken: Sequence[tuple[SamplePassage, list[str]]]) -> Iterator[Sample]:
    for (passage, said), (_, others) in pairwise([*spoken, *spoken[:1]]):
        yield Sample(" ".join(said), passage, is_diluted=False)
        half = len(said) // 2
        yield Sample(" ".join([*said[: len(said) - half], *others[:half]]), passage, is_diluted=True)


def _said(passage: SamplePassage) -> list[str]:
    """Telling words of one sentence, always the same for the same text."""
    chance = Random(passage.text)  # noqa: S311  not a secret
    sentences = [_telling(sentence) for sentence in _SENTENCE.split(passage.text)]
    long_enough = [said for said in sentences if len(said) >= _FEWEST_WORDS]
    said = chance.choice(long_enough) if long_enough else _telling(passage.text)
    return chance.sample(said, min(len(said), _LONGEST_QUESTION))


def _telling(sentence: str) -> list[str]:
    return list(dict.fromkeys(word for word in words(sentence) if not is_stop_word(word)))
