"""Calibrates a tenant's library for one embedding model, and knows when it has to be done again.

The questions are made of the library's own passages: such as a passage answers, and such as another one would.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any
from uuid import UUID

import numpy as np
import structlog
from django.utils import timezone

from knowledge.calibration import scale
from knowledge.calibration.scale import Scale
from knowledge.embed import Embedder, EmbeddingUnavailable
from knowledge.lexicon import is_stop_word
from knowledge.library import counting
from knowledge.models import Calibration, Chunk, Document
from knowledge.search import known, ranking
from knowledge.search import question as questions
from knowledge.search.found import Filters
from knowledge.search.known import Bars
from knowledge.search.question import SearchQuestion
from knowledge.text import words
from tenants.scope import tenant_scope

# Enough for steady percentiles, and a few seconds of work, however large the library is.
MOST_SAMPLES = 120

# Between what people type in a hurry and a full sentence.
_LONGEST_QUESTION, _FEWEST_WORDS = 8, 4

_SENTENCE = re.compile(r"(?<=[.?!])\s+|\n")

log = structlog.get_logger(__name__)

# Past this share of passages that came or went, the figures are read anew.
GROWN = 0.1

# What the page of the library shows of both distributions.
PERCENTILES = (5, 10, 25, 50, 75, 90, 95)

# Of the questions that only another document answers, so many are refused: measured on whole conversations.
MOST_MISSES = 65

# Whatever a small library measures, the bar stays where a question could still pass and chance could not.
_LOWEST, _HIGHEST, _LEAST_SPREAD = 0.12, 0.45, 0.08

# Fewer say nothing about a distribution: the model's own defaults stand.
_FEWEST_SAMPLES = 8


def calibrate_if_grown(tenant_id: UUID, embedder: Embedder) -> Calibration | None:
    """After an ingestion: only if enough has changed; call it outside any scope."""
    with tenant_scope(tenant_id):
        passages = Chunk.objects.count()
        known = (
            Calibration.objects.filter(model=embedder.model.key, alike__isnull=False)
            .values_list("passages", flat=True)
            .first()
        )
    is_current = known is not None and abs(passages - known) <= GROWN * max(known, 1) and passages > 0
    return None if is_current else calibrate(tenant_id, embedder)


def calibrate(tenant_id: UUID, embedder: Embedder) -> Calibration:
    """Count the words, ask the library about itself, and keep what came out; call it outside any scope.

    EmbeddingUnavailable when the endpoint is down: what was kept before stands.
    """
    passages = counting.count(tenant_id)
    with tenant_scope(tenant_id):
        sampled = _sample()
    samples = make(sampled)
    asked = questions.read_all([(sample.text, "") for sample in samples], embedder) if samples else []
    if any(question.vector is None for question in asked):
        raise EmbeddingUnavailable(f"{embedder.model.key}: nothing to calibrate with")
    with tenant_scope(tenant_id):
        pairs = list(zip(samples, asked, strict=True))
        measured = _measure(pairs, passages, _scale(pairs, embedder))
        kept, _ = Calibration.objects.update_or_create(
            model=embedder.model.key, defaults={**measured, "passages": passages, "calculated_at": timezone.now()}
        )
    log.info(
        "knowledge.calibration.completed", tenant_id=str(tenant_id), model=kept.model, passages=passages,
        threshold=kept.threshold,
    )  # fmt: skip
    return kept


@dataclass(frozen=True, slots=True)
class SamplePassage:
    """A passage that questions are made of."""

    id: UUID
    document_id: UUID
    text: str


def _sample() -> list[SamplePassage]:
    """Passages from all over the library, the same ones as long as what it says does not change."""
    readable = Document.objects.filter(Filters().condition()).order_by().values("id")
    in_order = Chunk.objects.order_by("document__key", "position")
    ids = list(in_order.filter(document__in=readable).values_list("id", flat=True))
    step = max(1, len(ids) // MOST_SAMPLES)
    rows = in_order.filter(id__in=ids[::step][:MOST_SAMPLES])
    return [SamplePassage(*row) for row in rows.values_list("id", "document_id", "text")]


@dataclass(frozen=True, slots=True)
class Sample:
    """A question, the passage it was made of, and whether half of its words are that passage's only."""

    text: str
    passage: SamplePassage
    is_diluted: bool


def _measure(asked: Sequence[tuple[Sample, SearchQuestion]], passages: int, scale: Scale) -> dict[str, object]:
    default = Bars()
    bars = Bars(passages=passages, unlike=scale.unlike, alike=scale.alike)
    best = [(sample.is_diluted, _best(sample, question, bars)) for sample, question in asked]
    answers = [evidence for is_diluted, (evidence, _) in best if is_diluted]
    misses = [evidence for is_diluted, (evidence, _) in best if not is_diluted]
    by_words = [[share for is_diluted, (_, share) in best if is_diluted == wanted] for wanted in (True, False)]
    threshold = _between(answers, misses, default.threshold)
    return {
        "samples": len(answers),
        "unlike": scale.unlike,
        "alike": scale.alike,
        "threshold": threshold,
        "threshold_by_words": _between(by_words[0], by_words[1], default.threshold_by_words),
        "strong": max(_percentile(answers, 75, default.strong), threshold + _LEAST_SPREAD),
        "answers": _percentiles(answers),
        "near_misses": _percentiles(misses),
    }


def _best(sample: Sample, question: SearchQuestion, bars: Bars) -> tuple[float, float]:
    """The best evidence and word share that the library offers; without its own document if it must miss."""
    without = ranking.NOTHING if sample.is_diluted else sample.passage.document_id
    library = replace(known.look_up(question), bars=bars)
    found = ranking.rank(question, Filters(), library, without=without)
    return (
        max((one.evidence for one in found), default=0.0),
        max((one.share for one in found), default=0.0),
    )


def _scale(asked: Sequence[tuple[Sample, SearchQuestion]], embedder: Embedder) -> Scale:
    """Of the library's own pairs; of pairs that stand in for them where it has too few."""
    sampled = list(dict.fromkeys(sample.passage.id for sample, _ in asked))
    rows = Chunk.objects.filter(id__in=sampled, embedding_model=embedder.model.key, embedding__isnull=False)
    vectors: dict[UUID, Any] = dict(rows.values_list("id", "embedding"))
    if len(vectors) < _FEWEST_SAMPLES:
        return scale.of_pairs(embedder)
    place = {id_: at for at, id_ in enumerate(id_ for id_ in sampled if id_ in vectors)}
    told = [(question.vector, place[sample.passage.id]) for sample, question in asked if sample.passage.id in place]
    passages = np.array([list(vectors[id_]) for id_ in place], dtype=np.float32)
    passages /= np.linalg.norm(passages, axis=1, keepdims=True)
    return scale.measure(np.array([vector for vector, _ in told], dtype=np.float32), passages, [at for _, at in told])


def _between(answers: Sequence[float], misses: Sequence[float], default: float) -> float:
    """Above most of the near misses, and half way to the answers; not above half of those: passages may be alike."""
    if len(answers) < _FEWEST_SAMPLES:
        return default
    halfway = (median(misses) + _percentile(answers, 10, default)) / 2
    above = min(max(halfway, _percentile(misses, MOST_MISSES, default)), median(answers))
    return round(min(max(above, _LOWEST), _HIGHEST), 4)


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    return {str(at): _percentile(values, at, 0.0) for at in PERCENTILES} if values else {}


def _percentile(values: Sequence[float], at: int, default: float) -> float:
    return round(float(np.percentile(values, at)), 4) if values else default


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
