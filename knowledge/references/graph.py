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
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from knowledge.models import Chunk, Document, ReferenceLink, SectionLabel
from knowledge.references import labels, names, resolving
from knowledge.references.detecting import detect
from knowledge.references.following import stored
from knowledge.references.names import KnownNames
from knowledge.references.reference import Reference
from knowledge.references.resolving import Destination, Places
from knowledge.references.sections import OWN_SECTION
from tenants.scope import tenant_scope

log = structlog.get_logger(__name__)
_DOCUMENTS, _ROWS, _MOST_A_PASSAGE = 50, 1_000, 200
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
    for batch in _batches(list(waiting), _DOCUMENTS):
        with tenant_scope(tenant_id):
            _link(_unchanged(batch, waiting), set(waiting))
    if has_orphans:
        with tenant_scope(tenant_id):
            known = resolving.list_names()
            _look_up_again(ReferenceLink.objects.filter(_ORPHANED), known)
    if waiting or has_orphans:
        log.info("knowledge.references.completed", tenant_id=str(tenant_id), documents=len(waiting))
    return len(waiting)


def rebuild(tenant_id: UUID) -> int:
    """All of a tenant's graph anew; call it outside any scope."""
    with tenant_scope(tenant_id):
        Document.objects.update(is_linked=False)
    return bring_up(tenant_id)


def mark(documents: Iterable[UUID]) -> None:
    """Inside the tenant's scope: what these are called has changed."""
    Document.objects.filter(pk__in=list(documents)).update(is_linked=False)


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


def _link(documents: Sequence[Document], in_this_run: set[UUID]) -> None:
    ids = [document.pk for document in documents]
    known = resolving.list_names()
    sources = Chunk.objects.filter(document_id__in=ids) | _speaking_of(ids, in_this_run)
    chunks = list(
        sources.select_related("document").only("id", "tenant_id", "text", "position", "document_id", "document__title")
    )
    ReferenceLink.objects.filter(chunk_id__in=[chunk.pk for chunk in chunks]).delete()
    found = [(chunk, reference) for chunk in chunks for reference in _references(chunk, known)]
    standing = resolving.places(reference for _, reference in found)
    links = (_made(chunk, reference, known, standing) for chunk, reference in found)
    ReferenceLink.objects.bulk_create((link for link in links if link is not None), batch_size=_ROWS)
    Document.objects.filter(pk__in=ids).update(is_linked=True)
    _look_up_again(_concerned(ids).exclude(chunk_id__in=[chunk.pk for chunk in chunks]), known)


def _speaking_of(ids: Sequence[UUID], in_this_run: set[UUID]) -> "QuerySet[Chunk]":
    """Passages of documents linked before that hold one of these documents' names; the others are read anyway."""
    spoken = {name for first in resolving.list_names(among=ids).words.values() for name in first}
    holds = Q(pk__in=[])
    for words in spoken:
        holds |= Q(lowered__contains=" ".join(words))
    return Chunk.objects.alias(lowered=Lower("text")).filter(holds).exclude(document_id__in=in_this_run)


def _references(chunk: Chunk, known: KnownNames) -> Iterator[Reference]:
    found = detect(chunk.text, document_title=chunk.document.title, names=known)
    yield from [one for one in found if one.document_context != OWN_SECTION][:_MOST_A_PASSAGE]


def _made(chunk: Chunk, reference: Reference, known: KnownNames, standing: Places) -> ReferenceLink | None:
    """None for a section that names itself, as each does in its heading."""
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


def _concerned(ids: Sequence[UUID]) -> "QuerySet[ReferenceLink]":
    """Links of other documents that lead to these, or led nowhere and may lead here now."""
    by_label = SectionLabel.objects.filter(document_id__in=ids).values("key")
    nowhere = Q(how="none") & (Q(key__in=by_label) | Q(kind__in=_NAMING) | ~Q(document_context=""))
    return ReferenceLink.objects.filter(Q(to_document_id__in=ids) | _ORPHANED | nowhere)


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


def _batches(ids: list[UUID], size: int) -> Iterator[list[UUID]]:
    for at in range(0, len(ids), size):
        yield ids[at : at + size]
