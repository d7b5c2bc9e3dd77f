"""A question made ready to be searched for, before any scope is open: its vector may come over the network."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import structlog

from knowledge.embed import Embedder, EmbeddingUnavailable
from knowledge.search.terms import hours, words
from knowledge.search.terms.words import QueryConcept

log = structlog.get_logger(__name__)
# Letters of a question that are searched for; with two telling words it needs no message before it.
_LONGEST, _SPEAKS_FOR_ITSELF = 1_000, 2

Section = tuple[str, str]
"""A document's key, and the way to a section in it."""


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """What is asked; the vector is None while the endpoint fails, and the search then goes by words.

    `alone` is a follow-up without what was asked before it, unless it says too little by itself; it is `anew` where
    the two share nothing. `sections` tells of which sections it likely is, by what customers ask of them.
    """

    text: str
    asked: list[QueryConcept]
    vector: list[float] | None
    model: str
    is_about_hours: bool
    alone: "SearchQuestion | None" = None
    is_anew: bool = False
    sections: Mapping[Section, float] = field(default_factory=dict)

    @property
    def by_words(self) -> "SearchQuestion":
        """The same question without its vector, to be searched by its words alone."""
        return replace(self, vector=None, alone=self.alone and self.alone.by_words)


def prepare(text: str, embedder: Embedder, *, before: str = "") -> SearchQuestion:
    """What was asked `before` a follow-up counts for less. Call it outside any scope."""
    return read_all([(text, before)], embedder)[0]


def read_all(asked: Sequence[tuple[str, str]], embedder: Embedder) -> list[SearchQuestion]:
    """Many questions, each with what was asked before it, with one call to the endpoint."""
    asked = [(text[:_LONGEST], before[:_LONGEST]) for text, before in asked]
    texts = list(dict.fromkeys([*(text for text, _ in asked), *(before for _, before in asked if before)]))
    known = _vectors(texts, embedder)
    return [_read(text, before, known, embedder.model.key) for text, before in asked]


def _read(text: str, before: str, known: dict[str, list[float]], model: str) -> SearchQuestion:
    said, vector, is_about_hours = words.of_question(text), known.get(text), hours.is_about(text)
    alone = SearchQuestion(text, said, vector, model, is_about_hours)
    if not before:
        return alone
    beside = _beside(vector, known[before]) if vector else None
    speaks = len(said) >= _SPEAKS_FOR_ITSELF
    asked = words.of_question(text, before)
    is_anew = _keys(said).isdisjoint(_keys(words.of_question(before)))
    return SearchQuestion(text, asked, beside, model, is_about_hours, alone if speaks else None, is_anew)


def _keys(asked: Sequence[QueryConcept]) -> set[int]:
    return {key for one in asked for key in one.keys}


def _vectors(texts: Sequence[str], embedder: Embedder) -> dict[str, list[float]]:
    """None at all while the endpoint fails."""
    try:
        return dict(zip(texts, embedder.embed_queries(texts), strict=True))
    except EmbeddingUnavailable as error:
        log.warning("knowledge.search.by_words_only", model=embedder.model.key, reason=str(error))
        return {}


def _beside(vector: list[float], before: list[float]) -> list[float]:
    both = np.array(vector) + words.OF_BEFORE * np.array(before)
    turned: list[float] = (both / max(float(np.linalg.norm(both)), 1e-6)).tolist()
    return turned
