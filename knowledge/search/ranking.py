"""Scores the tenant's passages in the database: one exact statement over this tenant's rows.

There is no index to ask: under row-level security PostgreSQL may use one only for operators that cannot leak, which
full text's and arrays' are not, and a vector index that tenants share finds too little for a small one.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

import numpy as np
from django.db import connection
from django.db.models import Case, FloatField, Q, Value, When
from django.db.models.functions import Coalesce
from numpy.typing import NDArray
from pgvector.django import CosineDistance, MaxInnerProduct

from knowledge.embed import LOCAL
from knowledge.models import Chunk, Document
from knowledge.search import weights
from knowledge.search.found import Filters
from knowledge.search.question import Question
from knowledge.search.weights import Bars
from tenants.scope import current_tenant_id

FETCHED = 24
# Measured on three collections of questions; more for the vector of a model that knows meanings than for our own.
OF_LIKENESS, OF_KIN, OF_MODEL = 0.15, 0.15, 0.6
OF_TIMES = 0.1
# The share of the evidence that is the vector's, the rest is the words'.
EVIDENCE_LOCAL, EVIDENCE_MODEL = 0.5, 0.8
_LOOKED_AT, _LEADERS, _HEADER = 48, 3, 4
# Each measure is taken once a row: an expression that is named twice would be worked out twice.
_RANKED = """
WITH measured AS MATERIALIZED ({measured}),
nearest AS (
    SELECT *, share + likeness * %s + CASE WHEN has_times THEN %s ELSE 0 END AS rank
    FROM measured ORDER BY rank DESC, id LIMIT %s
)
SELECT nearest.id, nearest.document_id, nearest.section, share, likeness, rank, nearest.has_times, {vector}
FROM nearest JOIN "knowledge_chunk" AS chunk ON chunk.id = nearest.id AND chunk.tenant_id = %s
ORDER BY rank DESC, nearest.id
"""


@dataclass(slots=True)
class Candidate:
    """A passage before it is chosen: where it ranks, and what it has as evidence."""

    id: UUID
    place: tuple[UUID, str]
    rank: float
    evidence: float
    share: float
    vector: NDArray[np.float32] | None


def rank(question: Question, filters: Filters, bars: Bars, *, without: Q | None = None) -> list[Candidate]:
    """The passages nearest to the question, best first."""
    measured, parameters = _measured(question, filters, bars, without).query.sql_with_params()
    vector = "halfvec_send(embedding)" if question.vector else "NULL::bytea"
    boosts = [of_likeness(question.model), OF_TIMES if question.is_about_hours else 0.0]
    with connection.cursor() as cursor:
        statement = _RANKED.format(measured=measured, vector=vector)
        cursor.execute(statement, [*parameters, *boosts, _LOOKED_AT, current_tenant_id()])
        found = [_candidate(row, question, bars) for row in cursor.fetchall()]
    return _with_kin(found)


def _measured(question: Question, filters: Filters, bars: Bars, without: Q | None) -> Any:
    """How much of the question every passage speaks of, and how alike the two are."""
    readable = Document.objects.filter(filters.condition()).order_by().values("id")
    share = Coalesce(-MaxInnerProduct("words", weights.of(question, bars.passages)), Value(0.0))
    likeness = _likeness(question, bars) if question.vector else Value(0.0, output_field=FloatField())
    rows = Chunk.objects.filter(document__in=readable)
    chosen = rows.exclude(without) if without else rows
    return chosen.order_by().values("id", "document_id", "section", "has_times", share=share, likeness=likeness)


def _likeness(question: Question, bars: Bars) -> Any:
    """How much more alike than passages at random, 0 to 1; vectors of another model say nothing."""
    cosine = Value(1.0) - CosineDistance("embedding", question.vector)
    scaled = (cosine - Value(bars.unlike)) / Value(max(1 - bars.unlike, 0.01))
    return Case(
        When(embedding_model=question.model, embedding__isnull=False, then=scaled),
        default=Value(0.0),
        output_field=FloatField(),
    )


def of_likeness(model: str) -> float:
    return OF_LIKENESS if model == LOCAL.key else OF_MODEL


def _candidate(row: tuple[Any, ...], question: Question, bars: Bars) -> Candidate:
    id_, document_id, section, share, likeness, rank_, has_times, sent = row
    part = EVIDENCE_LOCAL if question.model == LOCAL.key else EVIDENCE_MODEL
    if question.vector is None:
        part = 0.0
    evidence = (1 - part) * min(share, 1.0) + part * max(likeness, 0.0)
    if question.is_about_hours and has_times and share > 0:
        evidence += OF_TIMES / 2
    vector = _unit(np.frombuffer(bytes(sent)[_HEADER:], dtype=">f2").astype(np.float32)) if sent else None
    return Candidate(id_, (document_id, section), rank_, evidence, share, vector)


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    return vector / (np.linalg.norm(vector) or 1.0)


def _with_kin(found: list[Candidate]) -> list[Candidate]:
    """Passages that are like the leading ones move up: they speak of it in other words than the question."""
    leading = [one.vector for one in found[:_LEADERS] if one.vector is not None]
    if leading:
        middle = np.mean(leading, axis=0)
        for one in found:
            one.rank += OF_KIN * float(one.vector @ middle) if one.vector is not None else 0.0
    return sorted(found, key=lambda one: (-one.rank, one.id))[:FETCHED]
