"""The one statement that ranks passages, and its parameters written so that neither side spends long on reading them.

Each passage is looked up by itself (LATERAL with OFFSET 0), so that no plan reads the whole library for the few that
are compared. Of passages that rank alike the order is that of their documents' names and their places in them: ids are
drawn anew at each load, and the same library must answer the same.
"""

from functools import cache
from typing import Any, Final, Literal
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from pgvector import SparseVector

from knowledge.embed import DIMENSIONS
from knowledge.search.found import Filters
from knowledge.search.postings import Sharing
from knowledge.search.question import SearchQuestion
from tenants.postgresql.planned import Planned
from tenants.scope import current_tenant_id

# Three times what is given, so that the choice has what to choose from.
LOOKED_AT: Final = 24
# Of the sections that a question likely is of, so many are looked at whatever their words.
LIKELIEST: Final = 3
Parameters = dict[str, Any]
# Whole numbers are written and read several times as fast as fractions, and order the same.
_SCALE: Final = 10_000
_BITS = f"bit({DIMENSIONS})"
# Plan: chunk_by_signs alone, which holds all that is compared (or the tenant's own hnsw), and the nearest in a heap.
# A filter may leave one document in a thousand, or all but one: both are asked of an index that is in memory.
_NEAR = """
    SELECT id FROM "knowledge_chunk" AS chunk WHERE tenant_id = %(tenant)s AND {has_vector}
    AND document_id <> ALL(ARRAY(
        SELECT id FROM "knowledge_document" WHERE tenant_id = %(tenant)s AND NOT ({readable} AND id <> %(without)s)
    ))
    ORDER BY {distance} LIMIT %(nearest)s
"""
Nearest = Literal["by_signs", "by_telling_signs", "by_index"]
_NEAREST: Final[dict[Nearest, tuple[str, str]]] = {
    "by_signs": ("signs IS NOT NULL", f"signs <~> %(signs)s::{_BITS}"),
    # Where the question's vector says nothing, a sign would be noise.
    "by_telling_signs": ("signs IS NOT NULL", f"(signs & %(telling)s::{_BITS}) <~> %(signs)s::{_BITS}"),
    "by_index": ("embedding_model = %(model)s", "embedding <#> %(vector)s::halfvec"),
}
_LIKENESS = """
    CASE WHEN embedding_model = %(model)s AND embedding IS NOT NULL
        THEN (-(embedding <#> %(vector)s::halfvec) / %(length)s - %(unlike)s) / %(span)s ELSE 0 END
"""
# Plan: a nested loop over the places that came, each passage and each document by its key.
_MEASURED = """
    SELECT chunk.id, document.id AS document_id, section, text, page, sheet, category, has_injection,
        title, kind, file_name, version, language, {share} AS share, {likeness} AS likeness, has_times, embedding,
        embedding_model, chunk.place, key COLLATE "C" AS key, position
    FROM {places}
    CROSS JOIN LATERAL (SELECT * FROM "knowledge_chunk" WHERE tenant_id = %(tenant)s AND {which} OFFSET 0) AS chunk
    CROSS JOIN LATERAL (
        SELECT * FROM "knowledge_document"
        WHERE tenant_id = %(tenant)s AND id = chunk.document_id AND id <> %(without)s AND {readable} OFFSET 0
    ) AS document
"""
# Of another model it may not be compared either.
_VECTOR = "CASE WHEN embedding_model = %(model)s THEN halfvec_send(embedding) END"
_SHARED = "unnest(%(places)s::integer[], %(shares)s::double precision[]) AS one (place, share)"
_OTHERS = """
    (SELECT id FROM "knowledge_chunk" WHERE tenant_id = %(tenant)s AND place >= %(counted)s {others}) AS one
"""
# Plan: the documents by their keys, and the passages of each by its own.
_LIKELY = """
    SELECT chunk.id FROM unnest(%(likely_documents)s::text[], %(likely_sections)s::text[]) AS likely (key, section)
    JOIN "knowledge_document" AS document ON document.tenant_id = %(tenant)s AND document.key = likely.key
    JOIN "knowledge_chunk" AS chunk
        ON chunk.tenant_id = %(tenant)s AND chunk.document_id = document.id AND chunk.section = likely.section
"""
_IS_LIKELY = "((key, section) IN (SELECT * FROM unnest(%(likely_documents)s::text[], %(likely_sections)s::text[])))"
_RANKED = """
SELECT id, document_id, section, text, page, sheet, category, has_injection, title, kind, file_name, version, language,
    share, likeness, has_times, rank, place, key, {vector}
FROM (
    SELECT *,
        share + likeness * %(of_likeness)s + CASE WHEN has_times THEN %(of_times)s::double precision ELSE 0 END AS rank
    FROM ({measured}) AS measured ORDER BY {likely_first}rank DESC, key, position LIMIT {looked_at}
) AS ranked
ORDER BY rank DESC, key, position
"""


def ranking(
    filters: Filters, *, is_by_vector: bool, has_uncounted: bool, nearest: Nearest | None, has_likely: bool
) -> str:
    """A row for each of the best passages: what a citation says, how it was ranked, and its vector."""
    return _written(" AND ".join(filters.wanted()), is_by_vector, has_uncounted, nearest, has_likely)


@cache
def _written(readable: str, is_by_vector: bool, has_uncounted: bool, nearest: Nearest | None, has_likely: bool) -> str:
    """Once for each of the few forms that it has."""
    fixed = {
        "readable": readable,
        "likeness": _LIKENESS if is_by_vector else "0.0::double precision",
    }
    measured = [_MEASURED.format(share="one.share", places=_SHARED, which="place = one.place", **fixed)]
    others = [_near(nearest, readable)] if nearest else []
    others += [_LIKELY] if has_likely else []
    if has_uncounted or others:
        measured.append(
            _MEASURED.format(
                share="coalesce(-(words <#> %(words)s::sparsevec), 0)",
                places=_OTHERS.format(others="".join(f" UNION ({one})" for one in others)),
                which="id = one.id AND place <> ALL(%(places)s::integer[])",
                **fixed,
            )
        )
    statement = _RANKED.format(
        measured=" UNION ALL ".join(measured),
        vector=_VECTOR if is_by_vector else "NULL::bytea",
        likely_first=f"{_IS_LIKELY} DESC, " if has_likely else "",
        looked_at=LOOKED_AT,
    )
    # The index of a tenant's own is found by the tenant and the model, which a plan for any values does not know.
    return statement if nearest == "by_index" else Planned(statement)


def _near(by: Nearest, readable: str) -> str:
    has_vector, distance = _NEAREST[by]
    return _NEAR.format(readable=readable, has_vector=has_vector, distance=distance)


def of_filters(filters: Filters, *, without: UUID) -> Parameters:
    """The parameters of the documents' filters; `without` is a document that is left out."""
    return {
        "tenant": current_tenant_id(), "without": without, "types": list(filters.types),
        "language": filters.language, "audience": filters.audience, "document_ids": list(filters.document_ids),
    }  # fmt: skip


def of_words(sharing: Sharing, words: SparseVector, *, counted: int) -> Parameters:
    return {
        "places": _array(sharing.places), "shares": _array(sharing.shares), "words": words.to_text(),
        "counted": counted,
    }  # fmt: skip


def of_sections(question: SearchQuestion) -> Parameters:
    """The sections that are looked at in any case."""
    likeliest = sorted(question.sections, key=lambda section: -question.sections[section])[:LIKELIEST]
    return {"likely_documents": [key for key, _ in likeliest], "likely_sections": [way for _, way in likeliest]}


def of_vector(question: SearchQuestion) -> Parameters:
    if question.vector is None:
        return {}
    vector = np.array(question.vector, dtype=np.float32)
    whole = np.rint(vector * _SCALE).astype(int)
    return {
        "model": question.model,
        "vector": str(whole.tolist()),
        "length": float(np.linalg.norm(whole)) or 1.0,
        "signs": _bits(vector > 0),
        "telling": _bits(vector != 0),
    }


def _array(values: NDArray[Any]) -> str:
    return "{" + ",".join(map(str, values.tolist())) + "}"


def _bits(values: NDArray[np.bool_]) -> str:
    return "x" + np.packbits(values).tobytes().hex()
