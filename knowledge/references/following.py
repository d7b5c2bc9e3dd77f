"""Follows stored references: one query a step, each passage once, and never a model's call."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from knowledge.models import ReferenceLink
from knowledge.references.reference import FollowedPassage, Reference, Resolution, StoredReference
from knowledge.references.resolving import MOST_PASSAGES
from knowledge.search import known, search, weights
from knowledge.search.found import Filters, Hit
from knowledge.search.question import SearchQuestion
from tenants.scope import current_tenant_id

# Beyond five steps next to nothing has to do with the question; each step is a query.
MOST_DEPTH = 5
# So that one long document does not fill what is read.
_OF_DOCUMENT = 3
# Plan: the links of these passages (links_of_chunk), each end by its key, and what stands behind it by its place in its
# document; OFFSET 0 keeps the documents a look-up by key, whatever the filter says. As many rows as links, never the
# library.
# Each passage once, by the best reference that leads to it; its document must be one that may be searched.
_STEP = """
SELECT * FROM (
    SELECT DISTINCT ON (target.id)
        target.id, target.document_id, target.section, target.text, target.page, target.sheet, target.category,
        target.has_injection, document.title, document.kind, document.file_name, document.version, document.language,
        coalesce(-(target.words <#> %(words)s::sparsevec), 0)::double precision AS share,
        link.id AS link_id, link.score AS link_score, target.position - first.position AS inside
    FROM "knowledge_referencelink" AS link
    JOIN "knowledge_chunk" AS first ON first.tenant_id = %(tenant)s AND first.id = coalesce(
        link.to_chunk_id,
        CASE WHEN %(opens)s THEN (
            SELECT id FROM "knowledge_chunk" WHERE tenant_id = %(tenant)s AND document_id = link.to_document_id
            ORDER BY position LIMIT 1
        ) END
    )
    JOIN "knowledge_chunk" AS target ON target.tenant_id = %(tenant)s AND target.document_id = first.document_id
        AND target.position >= first.position
        AND target.position < first.position + greatest(1, least(link.span, %(span)s))
    CROSS JOIN LATERAL (
        SELECT * FROM "knowledge_document"
        WHERE tenant_id = %(tenant)s AND id = target.document_id AND {readable} OFFSET 0
    ) AS document
    WHERE link.tenant_id = %(tenant)s AND link.chunk_id = ANY(%(chunks)s) AND target.id <> ALL(%(visited)s)
    ORDER BY target.id, link.score DESC, inside, link.start, link.id
) AS reached
ORDER BY share DESC, inside, link_score DESC, id LIMIT %(most)s
"""


def follow(
    chunk_ids: Sequence[UUID],
    *,
    query: SearchQuestion | None = None,
    depth: int = 2,
    most: int = 40,
    filters: Filters | None = None,
) -> list[FollowedPassage]:
    """Inside the tenant's scope: passages reached from these in at most `depth` steps, nearest first; never one twice.

    Of each step come first those that speak of the `query`, which also chooses the passages of a document that is
    referred to as a whole (without it, its first). `filters` say which documents may be reached. At most `most` in all.
    """
    filters = filters or Filters()
    asked = weights.of(query, known.look_up(query)).words.to_text() if query else "{}/1000000000"
    visited, frontier, found = set(chunk_ids), list(dict.fromkeys(chunk_ids)), list[FollowedPassage]()
    for step in range(1, min(depth, MOST_DEPTH) + 1):
        room = most - len(found)
        if not frontier or room <= 0:
            break
        of_documents = _of_documents(frontier, visited, query, filters, step) if query else []
        room_left = max(1, room - len(of_documents))
        reached = _step(frontier, visited, asked, filters, room_left, step, opens=query is None) + of_documents
        fresh = {one.hit.chunk_id: one for one in reversed(reached)}
        frontier = [one.hit.chunk_id for one in reached if fresh[one.hit.chunk_id] is one][:room]
        visited.update(frontier)
        found += [fresh[chunk_id] for chunk_id in frontier]
    return found


def references_of(chunk_ids: Sequence[UUID]) -> dict[UUID, list[StoredReference]]:
    """Inside the tenant's scope: what each of these passages refers to, in the order of its text.

    Where it leads is told whoever may read that; `follow` and `resolve` keep to their filters.
    """
    found: dict[UUID, list[StoredReference]] = {chunk_id: [] for chunk_id in chunk_ids}
    for row in ReferenceLink.objects.filter(chunk_id__in=list(found)).order_by("chunk", "start"):
        found[row.chunk_id].append(stored(row))
    return found


def stored(row: Any) -> StoredReference:
    """A link's row as a value; of a section of several passages it names the first."""
    reference = Reference(
        kind=row.kind, target=row.target, original_text=row.original_text, start=row.start, end=row.end,
        document_context=row.document_context or None, through=row.through,
    )  # fmt: skip
    chunk_ids = (row.to_chunk_id,) if row.to_chunk_id else ()
    resolution = Resolution(document_id=row.to_document_id, chunk_ids=chunk_ids, how=row.how, score=row.score)
    return StoredReference(link_id=row.pk, chunk_id=row.chunk_id, reference=reference, resolution=resolution)


def _step(
    frontier: list[UUID], visited: set[UUID], asked: str, filters: Filters, most: int, step: int, *, opens: bool
) -> list[FollowedPassage]:
    statement = _STEP.format(readable=" AND ".join(filters.wanted()))
    values = {
        "tenant": current_tenant_id(), "words": asked, "chunks": frontier, "visited": list(visited), "most": most,
        "span": MOST_PASSAGES, "opens": opens, "types": list(filters.types), "language": filters.language,
        "audience": filters.audience, "document_ids": list(filters.document_ids),
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows = cursor.fetchall()
    links = {row.pk: stored(row) for row in ReferenceLink.objects.filter(pk__in={row[14] for row in rows})}
    return [
        FollowedPassage(hit=Hit(*row[:14]), depth=step, from_chunk_id=links[row[14]].chunk_id, via=links[row[14]])
        for row in rows
    ]


def _of_documents(
    frontier: list[UUID], visited: set[UUID], query: SearchQuestion, filters: Filters, step: int
) -> list[FollowedPassage]:
    """Of documents that are referred to as a whole, the passages that answer best."""
    whole = ReferenceLink.objects.filter(chunk_id__in=frontier, to_chunk=None, to_document__isnull=False)
    by_document: dict[UUID, StoredReference] = {}
    for row in whole.order_by("-score", "start", "id"):
        if row.to_document_id is not None:
            by_document.setdefault(row.to_document_id, stored(row))
    asked = [one for one in by_document if not filters.document_ids or one in filters.document_ids]
    if not asked:
        return []
    scoped = Filters(types=filters.types, language=filters.language, audience=filters.audience, document_ids=asked)
    found = search.search(query, filters=scoped)
    counts: dict[UUID, int] = defaultdict(int)
    reached = []
    for hit in found.hits or found.near:
        counts[hit.document_id] += 1
        if hit.chunk_id not in visited and counts[hit.document_id] <= _OF_DOCUMENT:
            via = by_document[hit.document_id]
            reached.append(FollowedPassage(hit=hit, depth=step, from_chunk_id=via.chunk_id, via=via))
    return reached
