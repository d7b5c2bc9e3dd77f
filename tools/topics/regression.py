"""Multinomial logistic regression over texts that each speak of few things, for up to a thousand topics.

A thing has a weight only for the topics whose own examples speak of it, so that there are as many weights as such
pairs; the time grows with texts times topics. scipy minimises, by L-BFGS; the loss is reckoned here, some hundred texts
at a time.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csr_array

RIDGE: Final = 0.3
"""So much the square of each weight costs."""
ROUNDS: Final = 30
"""More rounds are surer and no righter."""
REMEMBERED: Final = 6
"""From so many rounds L-BFGS tells how the loss is bent."""
TOGETHER: Final = 512
"""So many texts are reckoned at a time: of a thousand topics, that takes two megabytes."""


class Fitted(NamedTuple):
    """Weights in one list, and of which topic each is; each thing has those from its start to the next one's."""

    starts: NDArray[np.int64]
    which: NDArray[np.int64]
    weights: NDArray[np.float32]


class _Chunk(NamedTuple):
    """Some texts, by the things that they speak of, and their topics."""

    texts: "csr_array"
    things: NDArray[np.int64]
    topics: NDArray[np.int64]


def fit(texts: Sequence[Mapping[int, float]], of: Sequence[int], *, things: int, topics: int) -> Fitted:
    """The weights that make each text likeliest of its own topic. A text is given as what each thing is worth in it,
    things and topics by their numbers."""
    # Half a second and thirty megabytes, of the worker's alone.
    from scipy.optimize import minimize  # noqa: PLC0415
    from scipy.sparse import csr_array  # noqa: PLC0415

    spoken = [thing * topics + topic for text, topic in zip(texts, of, strict=True) for thing in text]
    pairs = np.unique(np.array(spoken, dtype=np.int64))
    starts, which = np.searchsorted(pairs // topics, np.arange(things + 1)), pairs % topics
    places = csr_array((np.arange(len(pairs)), which, starts), shape=(things, topics))
    chunks = list(_chunks(texts, of))

    def loss_and_gradient(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        loss, gradient = RIDGE * float(weights @ weights), 2 * RIDGE * weights
        for chunk in chunks:
            known = places[chunk.things]
            at = np.repeat(np.arange(len(chunk.things)), np.diff(known.indptr)), known.indices
            table = np.zeros(known.shape, dtype=np.float32)
            table[at] = weights[known.data]
            scores = chunk.texts @ table
            scores -= scores.max(axis=1, keepdims=True)
            own = np.arange(len(chunk.topics)), chunk.topics
            loss -= float(scores[own].sum())
            odds = np.exp(scores)
            sums = odds.sum(axis=1, keepdims=True)
            loss += float(np.log(sums).sum())
            odds /= sums
            odds[own] -= 1
            gradient[known.data] += (chunk.texts.T @ odds)[at]
        return loss, gradient

    limits = {"maxiter": ROUNDS, "maxcor": REMEMBERED}
    found = minimize(loss_and_gradient, np.zeros(len(pairs)), jac=True, method="L-BFGS-B", options=limits)
    return Fitted(starts, which, found.x.astype(np.float32))


def _chunks(texts: Sequence[Mapping[int, float]], of: Sequence[int]) -> Iterator[_Chunk]:
    from scipy.sparse import csr_array  # noqa: PLC0415

    for start in range(0, len(texts), TOGETHER):
        some = texts[start : start + TOGETHER]
        things, columns = np.unique([thing for text in some for thing in text], return_inverse=True)
        worths = np.array([worth for text in some for worth in text.values()], dtype=np.float32)
        ends = np.cumsum([0, *map(len, some)])
        rows = csr_array((worths, columns, ends), shape=(len(some), len(things)))
        yield _Chunk(rows, things, np.array(of[start : start + TOGETHER], dtype=np.int64))
