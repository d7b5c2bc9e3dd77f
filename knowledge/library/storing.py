"""Puts what was read into the library: passages that did not change keep their row and their vector."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db import connection
from django.utils import timezone
from pgvector import SparseVector

from knowledge.chunk import Chunked, Passage, chunk, embedded_text
from knowledge.library import files, flagging
from knowledge.load import Details, Loaded, kinds
from knowledge.models import Chunk, Document
from knowledge.search.terms import words
from tenants.scope import current_tenant_id
from tenants.tenancy import new_id

# The one row of the tenant's register, by its unique index; its lock is what keeps places in order and apart.
_TAKE = """
INSERT INTO "knowledge_register" AS register (id, tenant_id, created_at, given, counted, listed, indexed_for, reading)
VALUES (%(id)s, %(tenant)s, now(), %(count)s, 0, 0, '', %(reading)s)
ON CONFLICT (tenant_id) DO UPDATE SET given = register.given + excluded.given
RETURNING given
"""

log = structlog.get_logger(__name__)
_MOVED = ("position", "page", "sheet", "category", "keywords", "tokens", "has_times", "has_injection")
# Rows a statement, and how many readings of a document are remembered.
_BATCH, _LONGEST_HISTORY = 200, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChanges:
    """What reading a document anew has changed."""

    kept: int = 0
    added: int = 0
    removed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What a search asks of a passage, beside its vector."""

    words: SparseVector
    has_times: bool
    has_injection: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDocument:
    """A file that has been read and cut into passages, ready to be stored in one go."""

    details: Details
    notes: tuple[str, ...]
    title: str
    chunked: Chunked
    searched: tuple[Searched, ...]
    name: str
    sha1: str
    size: int


def prepare(loaded: Loaded, content: bytes, name: str, *, title: str = "") -> ReadDocument:
    """All that takes time, before any transaction is open; a declared title goes before the given one."""
    title = loaded.declared.title or title or loaded.guessed.title
    chunked = chunk(loaded, title)
    searched = tuple(_searched(title, passage) for passage in chunked.passages)
    return ReadDocument(
        details=loaded.details, notes=(*loaded.notes, *_more_notes(chunked, searched)), title=title, chunked=chunked,
        searched=searched, name=name, sha1=files.digest(content), size=len(content),
    )  # fmt: skip


def store(document: Document, reading: ReadDocument, *, path: str, now: datetime) -> DocumentChanges:
    """Inside the tenant's scope, on a locked row: passages, details and history together."""
    changes = _store_passages(document, reading)
    _describe(document, reading)
    document.status = document.status if document.status == Document.Status.DRAFT else Document.Status.READY
    document.problem, document.path, document.incoming, document.read_at = "", path, "", now
    document.is_linked = False
    document.history = [_entry(reading, now), *document.history][:_LONGEST_HISTORY]
    document.save()
    log.info(
        "knowledge.document.read", tenant_id=str(document.tenant_id), document_id=str(document.pk),
        kept=changes.kept, added=changes.added, removed=changes.removed,
    )  # fmt: skip
    return changes


def _searched(title: str, passage: Passage) -> Searched:
    return Searched(
        words=words.of_passage(embedded_text(title, passage.section, passage.text)),
        has_times=words.has_times(passage.text),
        has_injection=flagging.is_flagged(title, passage.section, passage.text),
    )


def _store_passages(document: Document, reading: ReadDocument) -> DocumentChanges:
    known: dict[str, list[Chunk]] = defaultdict(list)
    for row in Chunk.objects.filter(document=document).defer("embedding", "words").order_by("-position"):
        known[row.sha1].append(row)
    fresh, moved, kept = [], [], 0
    for position, passage in enumerate(reading.chunked.passages):
        searched = reading.searched[position]
        fields = _fields(passage, position, searched)
        if not known[passage.sha1]:
            fresh.append(Chunk(document=document, words=searched.words, **fields))
            continue
        row, kept = known[passage.sha1].pop(), kept + 1
        if any(getattr(row, name) != fields[name] for name in _MOVED):
            for name in _MOVED:
                setattr(row, name, fields[name])
            moved.append(row)
    gone = [row.pk for rows in known.values() for row in rows]
    Chunk.objects.filter(pk__in=gone).delete()
    Chunk.objects.bulk_update(moved, _MOVED, batch_size=_BATCH)
    for row, place in zip(fresh, take_places(len(fresh)), strict=True):
        row.place = place
    Chunk.objects.bulk_create(fresh, batch_size=_BATCH)
    return DocumentChanges(kept=kept, added=len(fresh), removed=len(gone))


def _fields(passage: Passage, position: int, searched: Searched) -> dict[str, object]:
    return {
        "position": position,
        "text": passage.text.replace("\x00", ""),
        "section": passage.section,
        "page": passage.page,
        "sheet": passage.sheet,
        "category": passage.category,
        "keywords": list(passage.keywords),
        "tokens": passage.tokens,
        "sha1": passage.sha1,
        "has_times": searched.has_times,
        "has_injection": searched.has_injection,
    }


def _describe(document: Document, reading: ReadDocument) -> None:
    """What the file says of itself holds; what is only guessed fills what nobody has filled in."""
    details, is_first = reading.details, document.read_at is None
    document.title = reading.title[:200] or document.title
    document.file_name, document.sha1, document.size = reading.name[-200:], reading.sha1, reading.size
    document.media_type = kinds.MEDIA_TYPES[kinds.by_name(reading.name)]
    document.version = details.version or document.version
    document.last_updated = details.last_updated or document.last_updated
    document.language = details.language if is_first else document.language or details.language
    document.audience = details.audience or document.audience
    document.tags = list(details.tags) or document.tags
    document.notes = list(reading.notes)
    if is_first and document.kind == Document.Kind.DOC and details.kind:
        document.kind = details.kind


def _entry(reading: ReadDocument, now: datetime) -> dict[str, object]:
    return {
        "read_at": now.astimezone(timezone.get_default_timezone()).isoformat(timespec="seconds"),
        "version": reading.details.version,
        "sha1": reading.sha1,
        "passages": len(reading.chunked.passages),
    }


def _more_notes(chunked: Chunked, searched: tuple[Searched, ...]) -> Iterator[str]:
    if left_out := len(chunked.left_out):
        yield f"{left_out} passage{'s' * (left_out > 1)} with hardly a word left out, such as page numbers."
    if any(passage.has_injection for passage in searched):
        yield flagging.NOTE


def take_places(count: int) -> range:
    """As many new places, inside the tenant's scope; others of the tenant wait for theirs until it is committed."""
    with connection.cursor() as cursor:
        taken = {"id": new_id(), "tenant": current_tenant_id(), "count": count, "reading": words.READING}
        cursor.execute(_TAKE, taken)
        (given,) = cursor.fetchone()
    return range(given - count, given)
