"""How near two sentences are: by meaning, by the words that carry it, and by spelling."""

import re
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from journeys.check.reading.clauses import clauses
from journeys.local.wordlists import steady, tokens
from knowledge import lexicon
from knowledge.embed import embed_local

# 1 is kept for the same words.
NEXT_TO_SAME: Final = 0.99


def likeness(one: str, other: str) -> float:
    """1 in the same words, less in others, 0 when only one of the two denies something."""
    if tokens(steady(one)) == tokens(steady(other)):
        return 1.0
    if _denies(one) != _denies(other):
        return 0.0
    meaning = float(_vector(one) @ _vector(other))
    return min(NEXT_TO_SAME, (meaning + shared(one, other) + _dice(_spelling(one), _spelling(other))) / 3)


def shared(one: str, other: str) -> float:
    """What part of their meaning words two sentences share; quick, and 0 for most pairs."""
    return _dice(_meanings(one), _meanings(other))


def _dice(ours: frozenset[str], theirs: frozenset[str]) -> float:
    return 2 * len(ours & theirs) / ((len(ours) + len(theirs)) or 1)


@lru_cache(maxsize=4_000)
def _meanings(text: str) -> frozenset[str]:
    return frozenset(lexicon.listed_concepts(steady(text))) or frozenset(tokens(text))


@lru_cache(maxsize=4_000)
def _spelling(text: str) -> frozenset[str]:
    padded = (f"<{word}>" for word in tokens(steady(text)))
    return frozenset(word[at : at + 3] for word in padded for at in range(len(word) - 2))


@lru_cache(maxsize=1_000)
def _vector(text: str) -> NDArray[np.float32]:
    vector: NDArray[np.float32] = embed_local([steady(text)])[0]
    return vector


@lru_cache(maxsize=4_000)
def _denies(text: str) -> bool:
    return any(
        clause.denies(word.start(), far=len(clause.text))
        for clause in clauses(text)
        for word in re.finditer(r"\w+|\Z", clause.text)
    )
