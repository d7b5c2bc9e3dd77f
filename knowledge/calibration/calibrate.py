"""Calibrates a tenant's library for one embedding model, and knows when it has to be done again."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from statistics import median
from uuid import UUID

import numpy as np
import structlog
from django.utils import timezone

from knowledge.calibration.samples import MOST_SAMPLES, Passage, Sample, make
from knowledge.embed import Embedder
from knowledge.library import counting
from knowledge.models import Calibration, Chunk, Document
from knowledge.search import known, ranking
from knowledge.search import question as questions
from knowledge.search.found import Filters
from knowledge.search.known import Bars
from knowledge.search.question import Question
from tenants.scope import tenant_scope

log = structlog.get_logger(__name__)
# Past this share of passages that came or went, the figures are read anew.
GROWN = 0.1
PERCENTILES = (5, 10, 25, 50, 75, 90, 95)
_LOWEST, _HIGHEST, _LEAST_SPREAD = 0.12, 0.45, 0.08
_FEWEST_SAMPLES = 8


def calibrate_if_grown(tenant_id: UUID, embedder: Embedder) -> Calibration | None:
    """After an ingestion: only if enough has changed; call it outside any scope."""
    with tenant_scope(tenant_id):
        passages = Chunk.objects.count()
        known = Calibration.objects.filter(model=embedder.model.key).values_list("passages", flat=True).first()
    is_current = known is not None and abs(passages - known) <= GROWN * max(known, 1) and passages > 0
    return None if is_current else calibrate(tenant_id, embedder)


def calibrate(tenant_id: UUID, embedder: Embedder) -> Calibration:
    """Count the words, ask the library about itself, and keep what came out; call it outside any scope."""
    passages = counting.count(tenant_id)
    with tenant_scope(tenant_id):
        sampled = _sample()
    samples = make(sampled)
    asked = questions.read_all([(sample.text, "") for sample in samples], embedder) if samples else []
    with tenant_scope(tenant_id):
        measured = _measure(list(zip(samples, asked, strict=True)), passages, embedder.model.key)
        kept, _ = Calibration.objects.update_or_create(
            model=embedder.model.key, defaults={**measured, "passages": passages, "calculated_at": timezone.now()}
        )
    log.info(
        "knowledge.calibration.completed", tenant_id=str(tenant_id), model=kept.model, passages=passages,
        threshold=kept.threshold,
    )  # fmt: skip
    return kept


def _sample() -> list[Passage]:
    """Passages from all over the library, the same ones as long as what it says does not change."""
    readable = Document.objects.filter(Filters().condition()).order_by().values("id")
    in_order = Chunk.objects.order_by("document__key", "position")
    ids = list(in_order.filter(document__in=readable).values_list("id", flat=True))
    step = max(1, len(ids) // MOST_SAMPLES)
    rows = in_order.filter(id__in=ids[::step][:MOST_SAMPLES])
    return [Passage(*row) for row in rows.values_list("id", "document_id", "text")]


def _measure(asked: Sequence[tuple[Sample, Question]], passages: int, model: str) -> dict[str, object]:
    default = Bars()
    unlike = _unlike({sample.passage.id for sample, _ in asked}, model, default.unlike)
    bars = Bars(passages=passages, unlike=unlike)
    best = [(sample.is_diluted, _best(sample, question, bars)) for sample, question in asked]
    answers = [evidence for is_diluted, (evidence, _) in best if is_diluted]
    misses = [evidence for is_diluted, (evidence, _) in best if not is_diluted]
    by_words = [[share for is_diluted, (_, share) in best if is_diluted == wanted] for wanted in (True, False)]
    threshold = _between(answers, misses, default.threshold)
    return {
        "samples": len(answers),
        "unlike": unlike,
        "threshold": threshold,
        "threshold_by_words": _between(by_words[0], by_words[1], default.threshold_by_words),
        "strong": max(_percentile(answers, 75, default.strong), threshold + _LEAST_SPREAD),
        "answers": _percentiles(answers),
        "near_misses": _percentiles(misses),
    }


def _best(sample: Sample, question: Question, bars: Bars) -> tuple[float, float]:
    """The best evidence and word share that the library offers; without its own document if it must miss."""
    without = ranking.NOTHING if sample.is_diluted else sample.passage.document_id
    library = replace(known.read(question), bars=bars)
    found = ranking.rank(question, Filters(), library, without=without)
    return (
        max((one.evidence for one in found), default=0.0),
        max((one.share for one in found), default=0.0),
    )


def _unlike(ids: Collection[UUID], model: str, default: float) -> float:
    """The middle of how alike two passages at random are."""
    rows = Chunk.objects.filter(id__in=ids, embedding_model=model, embedding__isnull=False)
    rows = rows.order_by("document__key", "position")
    vectors = np.array(list(rows.values_list("embedding", flat=True)), dtype=np.float32)
    if len(vectors) < _FEWEST_SAMPLES:
        return default
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    above = np.triu_indices(len(vectors), k=1)
    return round(float(np.median((vectors @ vectors.T)[above])), 4)


def _between(answers: Sequence[float], misses: Sequence[float], default: float) -> float:
    """Halfway between the middle of the near misses and the lowest tenth of the answers."""
    if len(answers) < _FEWEST_SAMPLES:
        return default
    halfway = (median(misses) + _percentile(answers, 10, default)) / 2
    return round(min(max(halfway, _LOWEST), _HIGHEST), 4)


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    return {str(at): _percentile(values, at, 0.0) for at in PERCENTILES} if values else {}


def _percentile(values: Sequence[float], at: int, default: float) -> float:
    return round(float(np.percentile(values, at)), 4) if values else default
