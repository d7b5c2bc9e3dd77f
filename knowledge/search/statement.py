"""The one statement of a search, and its parameters written so that neither side spends long on reading them."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

import numpy as np
from pgvector import SparseVector

from knowledge.embed import DIMENSIONS
from knowledge.search.found import Filters
from knowledge.search.postings import Sharing
from knowledge.search.question import Question
from tenants.scope import current_tenant_id

LOOKED_AT: Final = 48
Parameters = dict[str, Any]
_READABLE = """
    document_id IN (SELECT id FROM "knowledge_document" WHERE tenant_id = %(tenant)s AND {which})
    AND document_id <> %(without)s
"""
# Where the question's vector says nothing, a sign would be noise.
_NEAREST = """
    UNION ALL (
        SELECT id FROM "knowledge_chunk" WHERE tenant_id = %(tenant)s AND signs IS NOT NULL AND {readable}
        ORDER BY bit_count((signs # %(signs)s::bit({size})) & %(telling)s::bit({size})) LIMIT %(by_signs)s
    )
"""
_LIKENESS = """
    CASE WHEN embedding_model = %(model)s AND embedding IS NOT NULL
        THEN (-(embedding <#> %(vector)s::halfvec) - %(unlike)s) / %(above)s ELSE 0 END
"""
_RANKED = """
WITH shared AS MATERIALIZED (
    SELECT * FROM unnest(%(places)s::integer[], %(shares)s::double precision[]) AS one (place, share)
),
others AS MATERIALIZED (
    SELECT id FROM "knowledge_chunk" WHERE tenant_id = %(tenant)s AND place IS NULL AND {readable} {nearest}
),
measured AS MATERIALIZED (
    SELECT id, document_id, section, has_times, share, {likeness} AS likeness
    FROM shared JOIN "knowledge_chunk" USING (place) WHERE tenant_id = %(tenant)s AND {readable}
    UNION ALL
    SELECT id, document_id, section, has_times, coalesce(-(words <#> %(words)s::sparsevec), 0), {likeness}
    FROM others JOIN "knowledge_chunk" AS chunk USING (id)
    WHERE tenant_id = %(tenant)s AND NOT EXISTS (SELECT 1 FROM shared WHERE shared.place = chunk.place)
),
ranked AS (
    SELECT *, share + likeness * %(of_likeness)s + CASE WHEN has_times THEN %(of_times)s ELSE 0 END AS rank
    FROM measured ORDER BY rank DESC, id LIMIT {looked_at}
)
SELECT ranked.id, ranked.document_id, ranked.section, share, likeness, rank, ranked.has_times, {vector}
FROM ranked JOIN "knowledge_chunk" AS chunk ON chunk.id = ranked.id AND chunk.tenant_id = %(tenant)s
ORDER BY rank DESC, ranked.id
"""


def ranking(filters: Filters, *, is_by_vector: bool, is_by_signs: bool) -> str:
    """A row for each of the best passages: what it shares with the question, how alike they are, and its vector."""
    readable = _READABLE.format(which=" AND ".join(filters.wanted()))
    return _RANKED.format(
        readable=readable,
        nearest=_NEAREST.format(readable=readable, size=DIMENSIONS) if is_by_vector and is_by_signs else "",
        likeness=_LIKENESS if is_by_vector else "0.0::double precision",
        vector="halfvec_send(embedding)" if is_by_vector else "NULL::bytea",
        looked_at=LOOKED_AT,
    )


def of_filters(filters: Filters, *, without: UUID) -> Parameters:
    """Those of the documents; `without` is a document that is left out."""
    return {
        "tenant": current_tenant_id(), "without": without, "types": list(filters.types),
        "language": filters.language, "audience": filters.audience, "document_ids": list(filters.document_ids),
    }  # fmt: skip


def of_words(sharing: Sharing, words: SparseVector) -> Parameters:
    return {"places": _array(sharing.places), "shares": _array(sharing.shares), "words": words.to_text()}


def of_vector(question: Question, *, most: int) -> Parameters:
    if question.vector is None:
        return {}
    vector = np.array(question.vector, dtype=np.float32)
    return {
        "model": question.model,
        "vector": f"[{','.join([f'{value:.5g}' for value in question.vector])}]",
        "signs": _bits(vector > 0),
        "telling": _bits(vector != 0),
        "by_signs": most,
    }


def _array(values: Any) -> str:
    return "{" + ",".join(map(str, values.tolist())) + "}"


def _bits(values: Iterable[Any]) -> str:
    return "".join(np.where(np.asarray(values), "1", "0").tolist())
