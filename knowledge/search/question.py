"""A question made ready to be searched for, before any scope is open: its vector may come over the network."""

from dataclasses import dataclass

import structlog

from knowledge.embed import Embedder, EmbeddingUnavailable
from knowledge.search import hours, words
from knowledge.search.words import Asked

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


def read(text: str, embedder: Embedder) -> Question:
    """Call it outside any scope."""
    return read_all([text], embedder)[0]


def read_all(texts: list[str], embedder: Embedder) -> list[Question]:
    """Many questions, with one call to the endpoint."""
    texts = [text[:_LONGEST] for text in texts]
    vectors = _vectors(texts, embedder)
    return [
        Question(text, words.of_question(text), vector, embedder.model.key, hours.is_about(text))
        for text, vector in zip(texts, vectors, strict=True)
    ]


def _vectors(texts: list[str], embedder: Embedder) -> list[list[float]] | list[None]:
    try:
        return embedder.embed_documents(texts)
    except EmbeddingUnavailable as error:
        log.warning("knowledge.search.by_words_only", model=embedder.model.key, reason=str(error))
        return [None] * len(texts)
