"""Takes files into the library: at once, or received now and read in the background."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import PurePosixPath
from uuid import UUID

import structlog
from django.conf import settings
from django.db import transaction

from knowledge import embed
from knowledge.library import files, storing, upkeep
from knowledge.library.questions import Questions
from knowledge.load import FileRefused, Limits, Loaded, kinds
from knowledge.load.apart import load_apart
from knowledge.load.details import readable
from knowledge.load.limits import MEGABYTE
from knowledge.models import Document
from tenants.scope import tenant_scope
from tenants.tenancy import new_id

log = structlog.get_logger(__name__)
Status = Document.Status
Read = Callable[[bytes, str, Limits], Loaded]
_GONE = "The file is not there any more. Give it once more."


def limits() -> Limits:
    """How large a file may be here."""
    return Limits(bytes=settings.TULIA.library_file_mb * MEGABYTE)


def add(
    tenant_id: UUID, content: bytes, name: str, *, now: datetime, key: str = "", kind: str = "",
    status: str = Status.READY, title: str = "", embedder: embed.Embedder | None = None, read: Read = load_apart,
    is_last: bool = True, asked: Questions | None = None,
) -> Document:  # fmt: skip
    """Read a file and keep it with its passages and vectors; raises FileRefused, and then nothing is kept.

    Outside any scope, for it takes its time. The file of a key that is known already is its new version. An
    embedding endpoint that is down leaves passages that are found by their words, until the background has caught up.
    What is counted over the whole library is counted after the last of several files. `asked` is what customers ask of
    each section; without it what is known of the document stays.
    """
    name = plain_name(name)
    loaded = read(content, name, limits())
    known = _known(tenant_id, key or name)
    given = title or (known.title if known.read_at else "")
    reading = storing.prepare(loaded, content, name, title=given)
    path = files.keep(tenant_id, known.pk, content, name)
    try:
        document, outlived = _stored(tenant_id, known, reading, path, kind=kind, status=status, asked=asked, now=now)
    except BaseException:
        files.remove(tenant_id, path)
        raise
    files.remove(tenant_id, *outlived)
    if is_last:
        with suppress(embed.EmbeddingUnavailable):
            upkeep.catch_up(tenant_id, embedder or embed.from_settings())
    return document


def receive(content: bytes, name: str, *, now: datetime, key: str = "", kind: str = "") -> Document:
    """Inside the tenant's scope: keep a file to be read in the background; raises FileRefused."""
    name = plain_name(name)
    kinds.by_name(name)
    kinds.check_size(len(content), limits())
    if not content.strip():
        raise FileRefused("The file is empty.")
    # A reading that is ending looks under this lock which file is the newest, and gives way to this one.
    document = Document.objects.select_for_update().filter(key=key or name).first() or Document(
        key=key or name, title=readable(PurePosixPath(name).stem)[:200], file_name=name, status=Status.WAITING
    )
    document.kind = kind or document.kind
    before = document.incoming
    document.incoming = files.keep(document.tenant_id, document.pk, content, name)
    document.given_at, document.problem = now, ""
    if document.status == Status.REFUSED:
        document.status = Status.WAITING
    document.file_name = name if document.read_at is None else document.file_name
    document.save()
    if before not in (document.incoming, document.path):
        transaction.on_commit(lambda: files.remove(document.tenant_id, before))
    return document


def read_incoming(tenant_id: UUID, document_id: UUID, *, now: datetime) -> None:
    """Read the file that was received; a refusal is written on the document, and its older version stays."""
    with tenant_scope(tenant_id):
        document = Document.objects.filter(pk=document_id).exclude(incoming="").first()
    if document is not None:
        _read(document, document.incoming, now)


def read_again(tenant_id: UUID, document_id: UUID, *, now: datetime) -> None:
    """Read the kept file once more: its title or the way of reading has changed."""
    with tenant_scope(tenant_id):
        document = Document.objects.filter(pk=document_id).first()
    if document is not None and (document.incoming or document.path):
        _read(document, document.incoming or document.path, now)


def plain_name(name: str) -> str:
    """The file's own name, without folders and without what no name should hold."""
    bare = "".join(char for char in PurePosixPath(name.replace("\\", "/")).name if char.isprintable())
    return bare[-200:].strip() or "file"


def _read(document: Document, path: str, now: datetime) -> None:
    tenant_id, name = document.tenant_id, document.file_name
    # A newer file may have another ending than the one that was read before.
    name = f"{PurePosixPath(name).stem}{PurePosixPath(path).suffix}"
    try:
        content = files.read(tenant_id, path)
        loaded: Loaded = load_apart(content, name, limits())
    except files.FileGone:
        _refuse(document, path, _GONE)
    except FileRefused as refusal:
        _refuse(document, path, str(refusal))
    else:
        given = "" if document.read_at is None else document.title
        reading = storing.prepare(loaded, content, name, title=given)
        _finish(document, reading, path, now)


def _finish(document: Document, reading: storing.ReadDocument, path: str, now: datetime) -> None:
    with tenant_scope(document.tenant_id):
        # Of two readings the one of the file that was given last wins, whichever ends last.
        current = Document.objects.select_for_update().filter(pk=document.pk).first()
        if current is None or path not in (current.incoming, current.path):
            return  # deleted, or another file was given meanwhile
        before = current.path
        newer = "" if current.incoming == path else current.incoming
        storing.store(current, reading, path=path, now=now)
        if newer:
            Document.objects.filter(pk=current.pk).update(incoming=newer)
    if before != path:
        files.remove(document.tenant_id, before)


def _refuse(document: Document, path: str, sentence: str) -> None:
    with tenant_scope(document.tenant_id):
        # Only of the file that was refused: another may have been given meanwhile.
        current = Document.objects.select_for_update().filter(pk=document.pk, incoming=path).first()
        if current is not None:
            current.incoming, current.problem = "", sentence[:300]
            current.status = Status.REFUSED if current.read_at is None else current.status
            current.save()
        elif document.path == path:
            Document.objects.filter(pk=document.pk).update(problem=sentence[:300])
    if document.path != path:
        files.remove(document.tenant_id, path)
    log.info("knowledge.document.refused", tenant_id=str(document.tenant_id), document_id=str(document.pk))


def _known(tenant_id: UUID, key: str) -> Document:
    """The document of this key, or one that is not stored yet."""
    with tenant_scope(tenant_id):
        return Document.objects.filter(key=key).first() or Document(pk=new_id(), key=key)


def _stored(
    tenant_id: UUID, known: Document, reading: storing.ReadDocument, path: str, *, kind: str, status: str,
    asked: Questions | None, now: datetime,
) -> tuple[Document, list[str]]:  # fmt: skip
    with tenant_scope(tenant_id):
        # Two that read the same document at once store it one after the other.
        document = Document.objects.select_for_update().filter(key=known.key).first()
        if document is None:
            document = Document(pk=known.pk, key=known.key, title=reading.title, status=status)
            document.save(force_insert=True)
        outlived = [old for old in (document.path, document.incoming) if old and old != path]
        document.kind = kind or document.kind
        if asked is not None and asked != document.questions:
            document.questions, document.asked_at = dict(asked), now
        storing.store(document, reading, path=path, now=now)
    return document, outlived
