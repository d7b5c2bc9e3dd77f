"""The built-in embedding: hashed features of words, their spellings and their meanings; no download, no network."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise
from struct import iter_unpack

import numpy as np
from numpy.typing import NDArray

from knowledge.lexicon import broader, is_stop_word, listed, listed_kind, stem, terms
from knowledge.text import fold

# As many as OpenAI's small model has, so that one column takes either.
DIMENSIONS = 1536
# Each feature falls on several places: two that share one are still told apart by the others.
_PLACES = 6
# What a shared concept of each kind says about two texts being about the same thing.
_CONCEPT_WEIGHTS = {
    "product": 3.0, "hospitality": 3.0, "telecom": 3.0, "activity": 2.0,
    "colour": 1.5, "audience": 1.5, "quality": 1.2, "trade": 0.4,
}  # fmt: skip
# Weights beside a word's own meaning of 1: its stem tells most, what everybody says tells next to nothing.
_BROADER, _STEM, _NUMBER, _STOP, _PAIR = 0.5, 1.6, 1.0, 0.1, 0.7
# How a word is spelled matters most where its meaning is unknown: names and brands.
_KNOWN_SPELLING, _UNKNOWN_SPELLING = 0.5, 1.8


def embed_local(texts: Sequence[str]) -> NDArray[np.float32]:
    """Unit vectors of hashed concepts, stems, pairs and spellings, the same in every process."""
    return np.array([_embed(text) for text in texts], dtype=np.float32).reshape(-1, DIMENSIONS)


def _embed(text: str) -> NDArray[np.float64]:
    row = [0.0] * DIMENSIONS
    for feature, weight in _weigh(text).items():
        for place, sign in _places(feature):
            row[place] += sign * weight
    vector = np.array(row)
    return vector / (np.linalg.norm(vector) or 1.0)


def _weigh(text: str) -> dict[str, float]:
    found = terms(text)
    weights: dict[str, float] = {}
    counts: dict[str, int] = {}
    for (_, features), times in Counter(map(_of_term, found)).items():
        for feature, weight in features:
            counts[feature] = counts.get(feature, 0) + times
            weights[feature] = max(weight, weights.get(feature, 0.0))
    for pair, times in Counter(_pairs(found)).items():
        weights[pair], counts[pair] = _PAIR, times
    if not weights:
        return {f"text:{fold(text)}": 1.0}
    return {feature: weight * (1 + math.log(counts[feature])) for feature, weight in weights.items()}


def _pairs(found: Sequence[str]) -> Iterator[str]:
    """ "Running shoes" and "viatu vya kukimbia" name the same two things in opposite order."""
    meanings = (meaning for meaning, _ in map(_of_term, found) if meaning)
    return (f"pair:{'+'.join(sorted(pair))}" for pair in pairwise(meanings))


# A page has some hundred terms, most of them often; a library has a few thousand.
@lru_cache(maxsize=20_000)
def _of_term(term: str) -> tuple[str, tuple[tuple[str, float], ...]]:
    """Its meaning, none of a stop word; and what it adds to a vector: its spelling, meaning and what is wider."""
    name = listed(term)
    if name is None and is_stop_word(term):
        return "", (*_spelling(term), (f"stop:{term}", _STOP))
    meaning = name or stem(term)
    features = [*_spelling(term), (f"meaning:{meaning}", _weight(meaning, known=name is not None))]
    if name and (wider := broader(name)):
        features.append((f"meaning:{wider}", _weight(wider, known=True) * _BROADER))
    return meaning, tuple(features)


def _weight(meaning: str, *, known: bool) -> float:
    if known:
        return _CONCEPT_WEIGHTS[listed_kind(meaning) or "trade"]
    return _NUMBER if meaning.isdigit() else _STEM


def _spelling(term: str) -> tuple[tuple[str, float], ...]:
    if is_stop_word(term) or term.isdigit():
        return ()
    edged = f"<{term}>"
    grams = sorted({edged[i : i + n] for n in (3, 4, 5) for i in range(len(edged) - n + 1)})
    weight = _KNOWN_SPELLING if listed(term) else _UNKNOWN_SPELLING
    return tuple((f"spelling:{gram}", weight / math.sqrt(len(grams))) for gram in grams)


@lru_cache(maxsize=50_000)
def _places(feature: str) -> tuple[tuple[int, int], ...]:
    # Several places each, so that two features seldom share all of theirs. Python's own hash differs
    # from process to process; this one never does.
    digest = blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=4 * _PLACES).digest()
    return tuple((number % DIMENSIONS, 1 if number >> 31 else -1) for (number,) in iter_unpack("<I", digest))
