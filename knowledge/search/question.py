"""A question made ready to be searched for, before any scope is open: its vector may come over the network."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import structlog

from knowledge.embed import Embedder, EmbeddingUnavailable
from knowledge.search.terms import hours, words
from knowledge.search.terms.words import Asked

log = structlog.get_logger(__name__)
_LONGEST = 1_000


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked; the vector is None while the endpoint fails, and the search then goes by words."""

    text: str
    asked: list[Asked]
    vector: list[float] | None
    model: str
    is_about_hours: bool


def read(text: str, embedder: Embedder, *, before: str = "") -> Question:
    """What was asked `before` a follow-up counts for less. Call it outside any scope."""
    return read_all([(text, before)], embedder)[0]


def read_all(asked: Sequence[tuple[str, str]], embedder: Embedder) -> list[Question]:
    """Many questions, each with what was asked before it, with one call to the endpoint."""
    asked = [(text[:_LONGEST], before[:_LONGEST]) for text, before in asked]
    vectors = _vectors(asked, embedder)
    return [
        Question(text, words.of_question(text, before), vector, embedder.model.key, hours.is_about(text))
        for (text, before), vector in zip(asked, vectors, strict=True)
    ]


def _vectors(asked: Sequence[tuple[str, str]], embedder: Embedder) -> list[list[float]] | list[None]:
    texts = list(dict.fromkeys([*(text for text, _ in asked), *(before for _, before in asked if before)]))
    try:
        known = dict(zip(texts, embedder.embed_documents(texts), strict=True))
    except EmbeddingUnavailable as error:
        log.warning("knowledge.search.by_words_only", model=embedder.model.key, reason=str(error))
        return [None] * len(asked)
    return [_beside(known[text], known[before]) if before else known[text] for text, before in asked]


def _beside(vector: list[float], before: list[float]) -> list[float]:
    both = np.array(vector) + words.OF_BEFORE * np.array(before)
    turned: list[float] = (both / max(float(np.linalg.norm(both)), 1e-6)).tolist()
    return turned
