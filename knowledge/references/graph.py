"""Keeps the stored graph: what passages refer to, looked up again when documents come, change or go.

A document is labelled and linked after it has been stored, many at a time; `is_linked` says that it is done, so that a
lost wake-up or a dead worker leaves nothing behind. Links to a document that changed are looked up again with it, and
so are links that led nowhere and passages that speak of it by name.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from uuid import UUID

import structlog
from django.db import connection
from django.db.models import Q, QuerySet

from knowledge.models import Chunk, Document, ReferenceLink, SectionLabel
from knowledge.references import labels, names, resolving, within
from knowledge.references.detecting import detect
from knowledge.references.following import stored
from knowledge.references.names import KnownNames
from knowledge.references.reference import Destination, Reference
from knowledge.references.resolving import Places
from knowledge.references.sections import OWN_SECTION
from tenants.scope import tenant_scope

log = structlog.get_logger(__name__)
# What is worked on at a time, so that a transaction stays short; and no passage honestly refers to more.
_DOCUMENTS, _PASSAGES, _ROWS, _MOST_A_PASSAGE = 100, 500, 1_000, 200
# Plan: every passage of the tenant's once, which names without an index need; so it runs in the background, for all new
# names together.
# Each text is folded once, however many names are looked for in it.
_SPEAKING = """
SELECT chunk.id FROM "knowledge_chunk" AS chunk
CROSS JOIN LATERAL (SELECT lower(chunk.text) AS text OFFSET 0) AS lowered
WHERE chunk.tenant_id = %(tenant)s AND chunk.document_id <> ALL(%(documents)s)
    AND EXISTS (SELECT FROM unnest(%(names)s::text[]) AS name WHERE strpos(lowered.text, name) > 0)
ORDER BY chunk.id
"""
_NAMING = ("document", "document_mention")
_ORPHANED = Q(to_document=None) & ~Q(how="none")


def bring_up(tenant_id: UUID) -> int:
    """Label and link what is due, and say how many documents that was; call it outside any scope."""
    with tenant_scope(tenant_id):
        waiting = dict(due().values_list("pk", "read_at"))
        has_orphans = ReferenceLink.objects.filter(_ORPHANED).exists()
    for batch in _batches(list(waiting), _DOCUMENTS):
        with tenant_scope(tenant_id):
            _label(_unchanged(batch, waiting))
    for chunks in _batches(
        [*_passages_of(tenant_id, list(waiting)), *_speaking_of(tenant_id, list(waiting))], _PASSAGES
    ):
        with tenant_scope(tenant_id):
            _link(chunks)
    for batch in _batches(list(waiting), _DOCUMENTS):
        with tenant_scope(tenant_id):
            _link_here(batch, list(waiting))
            mark([document.pk for document in _unchanged(batch, waiting)], is_linked=True)
    if has_orphans:
        with tenant_scope(tenant_id):
            known = resolving.list_names()
            _look_up_again(ReferenceLink.objects.filter(_ORPHANED), known)
    if waiting or has_orphans:
        log.info("knowledge.references.completed", tenant_id=str(tenant_id), documents=len(waiting))
    return len(waiting)


def rebuild(tenant_id: UUID) -> int:
    """Find and look up all references of a tenant's library anew; call it outside any scope."""
    with tenant_scope(tenant_id):
        Document.objects.update(is_linked=False)
    return bring_up(tenant_id)


def mark(documents: Iterable[UUID], *, is_linked: bool = False) -> None:
    """Inside the tenant's scope: note that these documents' names or texts have changed, or are all looked up."""
    Document.objects.filter(pk__in=list(documents)).update(is_linked=is_linked)


def due() -> "QuerySet[Document]":
    """Documents that were read and are not linked yet."""
    return Document.objects.filter(is_linked=False, read_at__isnull=False)


def _unchanged(batch: Sequence[UUID], waiting: dict[UUID, datetime | None]) -> list[Document]:
    """Locked; one that was read anew meanwhile is left to whoever read it."""
    rows = due().select_for_update().filter(pk__in=batch).order_by("pk")
    return [row for row in rows.only("id", "tenant_id", "title", "read_at") if row.read_at == waiting[row.pk]]


def _label(documents: Sequence[Document]) -> None:
    titles = {document.pk: document.title for document in documents}
    SectionLabel.objects.filter(document_id__in=titles).delete()
    rows = Chunk.objects.filter(document_id__in=titles).order_by("document_id", "position")
    fresh = []
    for document_id, passages in groupby(
        rows.values_list("document_id", "pk", "section", "text").iterator(), key=lambda row: row[0]
    ):
        headings = [labels.PassageHeadings(pk, section, text) for _, pk, section, text in passages]
        for key, place in labels.of_document(titles[document_id], headings).items():
            fresh.append(SectionLabel(document_id=document_id, key=key, chunk_id=place.chunk_id, span=place.span))
    SectionLabel.objects.bulk_create(fresh, batch_size=_ROWS)


def _passages_of(tenant_id: UUID, ids: list[UUID]) -> list[UUID]:
    """All of theirs; outside any scope."""
    with tenant_scope(tenant_id):
        rows = Chunk.objects.filter(document_id__in=ids).order_by("document_id", "position")
        return list(rows.values_list("pk", flat=True))


def _link(passages: Sequence[UUID]) -> None:
    """Their references anew; one at a time for each document."""
    rows = Chunk.objects.filter(pk__in=passages).select_related("document").select_for_update(of=("document",))
    texts = rows.only(*within.NEEDED, "text", "document__title", "document__tenant_id")
    chunks = list(texts.order_by("document_id", "position"))
    known = resolving.list_names()
    ReferenceLink.objects.filter(chunk_id__in=[chunk.pk for chunk in chunks]).delete()
    found = [(chunk, reference) for chunk in chunks for reference in _references(chunk, known)]
    standing = resolving.places(reference for _, reference in found)
    links = (_made(chunk, reference, known, standing) for chunk, reference in found)
    ReferenceLink.objects.bulk_create((link for link in links if link is not None), batch_size=_ROWS)


def _link_here(ids: Sequence[UUID], in_this_run: list[UUID]) -> None:
    """Links of other documents that lead to these, or led nowhere and may lead here: by a label or a name of theirs."""
    if not Document.objects.exclude(pk__in=in_this_run).exists():
        return
    fresh = resolving.list_names(among=ids)
    by_label = SectionLabel.objects.filter(document_id__in=ids).values("key")
    nowhere = ReferenceLink.objects.filter(how="none").filter(Q(kind__in=_NAMING) | ~Q(document_context=""))
    named = [
        pk
        for pk, kind, target, context in nowhere.values_list("pk", "kind", "target", "document_context")
        if fresh.find(target.partition("#")[0] if kind in _NAMING else context)[0] is not None
    ]
    concerned = Q(to_document_id__in=ids) | _ORPHANED | Q(how="none", key__in=by_label) | Q(pk__in=named)
    others = ReferenceLink.objects.filter(concerned).exclude(chunk__document_id__in=in_this_run)
    others = others.exclude(document_context=OWN_SECTION)
    _look_up_again(others, resolving.list_names())


def _speaking_of(tenant_id: UUID, ids: list[UUID]) -> list[UUID]:
    """Passages of other documents that hold a name of these; outside any scope."""
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        spoken = {" ".join(name) for begun in resolving.list_names(among=ids).words.values() for name in begun}
        if not spoken or not Document.objects.exclude(pk__in=ids).exists():
            return []
        cursor.execute(_SPEAKING, {"tenant": tenant_id, "documents": ids, "names": list(spoken)})
        return [pk for (pk,) in cursor.fetchall()]


def _references(chunk: Chunk, known: KnownNames) -> Iterator[Reference]:
    found = detect(chunk.text, document_title=chunk.document.title, names=known)
    yield from found[:_MOST_A_PASSAGE]


def _is_own(reference: Reference) -> bool:
    return reference.document_context == OWN_SECTION


def _made(chunk: Chunk, reference: Reference, known: KnownNames, standing: Places) -> ReferenceLink | None:
    """None for a section that names itself, as each does in its heading, and for one beside it that is not there."""
    if _is_own(reference):
        to = within.destination(reference, chunk)
        if to is None:
            return None
    else:
        to = resolving.destination(reference, chunk.document_id, known, standing)
    is_own = to is not None and to.document_id == chunk.document_id and 0 <= chunk.position - to.position < to.span
    if is_own and not reference.through:
        return None
    link = ReferenceLink(
        chunk_id=chunk.pk, start=reference.start, end=reference.end, kind=reference.kind,
        target=reference.target[:300], through=reference.through[:60], original_text=reference.original_text[:500],
        document_context=(reference.document_context or "")[:200], key=_key(reference),
    )  # fmt: skip
    _point(link, to)
    return link


def _point(link: ReferenceLink, to: Destination | None) -> None:
    link.to_document_id, link.to_chunk_id = (to.document_id, to.chunk_id) if to else (None, None)
    link.span, link.how, link.score = (to.span, to.how, to.score) if to else (0, "none", 0.0)


def _key(reference: Reference) -> str:
    if reference.kind in _NAMING:
        return names.plain(reference.target)[:300]
    return next(iter(resolving.keys(reference)), "")[:300]


def _look_up_again(links: "QuerySet[ReferenceLink]", known: KnownNames) -> None:
    rows = list(links.select_related("chunk").defer("chunk__text", "chunk__words", "chunk__embedding"))
    read = [stored(row).reference for row in rows]
    standing = resolving.places(read)
    changed = []
    for row, reference in zip(rows, read, strict=True):
        before = (row.to_document_id, row.to_chunk_id, row.span, row.how, row.score)
        _point(row, resolving.destination(reference, row.chunk.document_id, known, standing))
        if before != (row.to_document_id, row.to_chunk_id, row.span, row.how, row.score):
            changed.append(row)
    ReferenceLink.objects.bulk_update(changed, ["to_document", "to_chunk", "span", "how", "score"], batch_size=_ROWS)


def _batches(ids: Sequence[UUID], size: int) -> Iterator[Sequence[UUID]]:
    for at in range(0, len(ids), size):
        yield ids[at : at + size]
