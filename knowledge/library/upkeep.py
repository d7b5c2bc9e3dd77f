"""What the library needs after its passages have changed: their vectors, and what is counted over all of it.

Only what changed gets a vector, and no transaction is held over the network. Where an older release read the words in
another way than today's, they are read anew. A library that is worked on is marked, for a model in this machine takes
minutes, and the sweep comes sooner.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, QuerySet
from redis import RedisError

from knowledge.calibration.calibrate import calibrate, calibrate_if_grown
from knowledge.chunk import embedded_text
from knowledge.embed import Embedder, EmbeddingUnavailable
from knowledge.library import counting
from knowledge.models import Calibration, Chunk, Document, Register
from knowledge.references import graph
from knowledge.search.terms import words
from tenants.scope import fleet_scope, tenant_scope

log = structlog.get_logger(__name__)
OnProgress = Callable[[int, int], None]
# Longer than reading one file may take.
GRACE = timedelta(minutes=4)
# One request to a provider, and what is lost when a worker dies in between. No passage is longer.
_AT_ONCE, _LONGEST_TEXT = 64, 6_000
# A transaction of about a second.
_BATCH = 500
# Longer than one batch takes; a worker that died is waited for no longer than this.
_SECONDS = 600


def catch_up(tenant_id: UUID, embedder: Embedder, on_progress: OnProgress = lambda done, total: None) -> None:
    """Bring one tenant's library up to date; EmbeddingUnavailable when the endpoint is down."""
    graph.bring_up(tenant_id)
    embed_missing(tenant_id, embedder, on_progress=on_progress)
    is_anew = reread(tenant_id)
    counting.count(tenant_id)
    (calibrate if is_anew else calibrate_if_grown)(tenant_id, embedder)


def list_due(model: str) -> list[UUID]:
    """Every tenant with passages that are not linked, have no vector of this model, were never measured by it, or
    whose words were read in another way than today's."""
    with fleet_scope():
        measured = Calibration.objects.filter(tenant_id=OuterRef("tenant_id"), model=model, alike__isnull=False)
        rows = Chunk.objects.filter(outdated(model) | ~Exists(measured))
        tenants = set(rows.values_list("tenant_id", flat=True).distinct())
        unlinked, unread = graph.due(), due_for_reading()
        return sorted(tenants.union(*(rows.values_list("tenant_id", flat=True) for rows in (unlinked, unread))))


def list_unread(*, now: datetime, grace: timedelta = GRACE) -> list[tuple[UUID, UUID]]:
    """Tenant and id of documents whose file nobody has read in time, of every tenant."""
    with fleet_scope():
        rows = Document.objects.exclude(incoming="").filter(given_at__lt=now - grace)
        return list(rows.order_by("given_at").values_list("tenant_id", "id"))


def embed_missing(
    tenant_id: UUID,
    embedder: Embedder,
    *,
    document_id: UUID | None = None,
    on_progress: OnProgress = lambda done, total: None,
) -> int:
    """Embed what is new or of another model, and say how many; EmbeddingUnavailable keeps what was done so far."""
    model = embedder.model.key
    wanted = outdated(model) & (Q(document_id=document_id) if document_id else Q())
    with tenant_scope(tenant_id):
        missing = Chunk.objects.filter(wanted).count()
    done, last = 0, None
    while batch := _next_batch(tenant_id, wanted, after=last):
        vectors = _vectors(embedder, batch, tenant_id, left=missing - done)
        _store(tenant_id, model, batch, vectors)
        done, last = done + len(batch), batch[-1].pk
        on_progress(done, max(missing, done))
    if done:
        log.info("knowledge.embedding.completed", tenant_id=str(tenant_id), model=model, passages=done)
    return done


def outdated(model: str) -> Q:
    """Passages without a vector of this model."""
    return Q(embedding__isnull=True) | ~Q(embedding_model=model)


def _next_batch(tenant_id: UUID, wanted: Q, *, after: UUID | None) -> list[Chunk]:
    with tenant_scope(tenant_id):
        rows = Chunk.objects.filter(wanted).order_by("id").select_related("document")
        rows = rows.only("id", "text", "section", "sha1", "tenant_id", "document__title")
        return list((rows.filter(id__gt=after) if after else rows)[:_AT_ONCE])


def _vectors(embedder: Embedder, batch: list[Chunk], tenant_id: UUID, *, left: int) -> list[list[float]]:
    texts = [embedded_text(chunk.document.title, chunk.section, chunk.text)[:_LONGEST_TEXT] for chunk in batch]
    try:
        return embedder.embed_documents(texts)
    except EmbeddingUnavailable as error:
        log.warning(
            "knowledge.embedding.unavailable", tenant_id=str(tenant_id), model=embedder.model.key,
            reason=str(error), passages_found_by_words_only=left,
        )  # fmt: skip
        raise


def _store(tenant_id: UUID, model: str, batch: list[Chunk], vectors: list[list[float]]) -> None:
    for chunk, vector in zip(batch, vectors, strict=True):
        chunk.embedding, chunk.embedding_model = vector, model
    with tenant_scope(tenant_id):
        Chunk.objects.bulk_update(batch, ["embedding", "embedding_model"])


def due_for_reading() -> QuerySet[Register]:
    """Libraries that were read in another way."""
    return Register.objects.exclude(reading=words.READING)


def reread(tenant_id: UUID) -> bool:
    """Read the words anew where that is due, and say whether it was; call it outside any scope.

    Searches go on by what is listed; whatever ends it, the next upkeep does it again."""
    with tenant_scope(tenant_id):
        if not due_for_reading().exists():
            return False
    changed = sum(_read(tenant_id, ids) for ids in _batches(tenant_id))
    is_counted = counting.count_anew(tenant_id)
    log.info("knowledge.rereading.completed", tenant_id=str(tenant_id), changed=changed, is_counted=is_counted)
    return is_counted


def _batches(tenant_id: UUID) -> Iterator[list[UUID]]:
    with tenant_scope(tenant_id):
        ids = list(Chunk.objects.order_by("place").values_list("id", flat=True))
    return (ids[start : start + _BATCH] for start in range(0, len(ids), _BATCH))


def _read(tenant_id: UUID, ids: list[UUID]) -> int:
    with tenant_scope(tenant_id):
        rows = Chunk.objects.filter(id__in=ids).select_related("document").defer("embedding")
        changed = [chunk for chunk in rows if _is_changed(chunk)]
        Chunk.objects.bulk_update(changed, ["words"])
    return len(changed)


def _is_changed(chunk: Chunk) -> bool:
    """Weights are stored with fewer digits: the words tell, whatever each is worth."""
    known = set(chunk.words.indices()) if chunk.words else set[int]()
    said = embedded_text(chunk.document.title, chunk.section, chunk.text)
    chunk.words = words.of_passage(said)
    return known != set(chunk.words.indices())


@contextmanager
def marked(tenant_id: UUID) -> Iterator[OnProgress]:
    """Mark this work as going on until the block ends; what is yielded is to be called at every step."""
    _mark(tenant_id)
    try:
        yield lambda done, total: _mark(tenant_id)
    finally:
        with suppress(RedisError):
            cache.delete(_key(tenant_id))


def is_marked(tenant_id: UUID) -> bool:
    """Whether somebody is at this work. Without a cache nobody knows, and work done twice does no harm."""
    with suppress(RedisError):
        return cache.get(_key(tenant_id)) is not None
    return False


def _mark(tenant_id: UUID) -> None:
    with suppress(RedisError):
        cache.set(_key(tenant_id), True, timeout=_SECONDS)


def _key(tenant_id: UUID) -> str:
    return f"tenant:{tenant_id}:library:at-work"
