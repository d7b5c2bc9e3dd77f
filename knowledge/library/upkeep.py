"""What the library needs after its passages have changed: their vectors, and what is counted over all of it.

So it does where an older release read its words in another way than today's: they are read anew. A library that is
worked on is marked, for a model in this machine takes minutes, and the sweep comes sooner.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet
from redis import RedisError

from knowledge.calibration.calibrate import calibrate, calibrate_if_grown
from knowledge.chunk import embedded_text
from knowledge.embed import Embedder
from knowledge.library import counting, embedding
from knowledge.library.embedding import OnProgress
from knowledge.models import Calibration, Chunk, Document, Register
from knowledge.references import graph
from knowledge.search.terms import words
from tenants.scope import fleet_scope, tenant_scope

log = structlog.get_logger(__name__)
# Longer than reading one file may take.
GRACE = timedelta(minutes=4)
# A transaction of about a second.
_BATCH = 500
# Longer than one batch takes; a worker that died is waited for no longer than this.
_SECONDS = 600


def catch_up(tenant_id: UUID, embedder: Embedder, on_progress: OnProgress = lambda done, total: None) -> None:
    """Bring one tenant's library up to date; EmbeddingUnavailable when the endpoint is down."""
    graph.bring_up(tenant_id)
    embedding.embed_missing(tenant_id, embedder, on_progress=on_progress)
    is_anew = reread(tenant_id)
    counting.count(tenant_id)
    (calibrate if is_anew else calibrate_if_grown)(tenant_id, embedder)


def list_due(model: str) -> list[UUID]:
    """Every tenant with passages that are not linked, have no vector of this model, were never measured by it, or
    whose words were read in another way than today's."""
    with fleet_scope():
        measured = Calibration.objects.filter(tenant_id=OuterRef("tenant_id"), model=model, alike__isnull=False)
        rows = Chunk.objects.filter(embedding.outdated(model) | ~Exists(measured))
        tenants = set(rows.values_list("tenant_id", flat=True).distinct())
        unlinked, unread = graph.due(), due_for_reading()
        return sorted(tenants.union(*(rows.values_list("tenant_id", flat=True) for rows in (unlinked, unread))))


def list_unread(*, now: datetime, grace: timedelta = GRACE) -> list[tuple[UUID, UUID]]:
    """Tenant and id of documents whose file nobody has read in time, of every tenant."""
    with fleet_scope():
        rows = Document.objects.exclude(incoming="").filter(given_at__lt=now - grace)
        return list(rows.order_by("given_at").values_list("tenant_id", "id"))


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
    chunk.words = words.of_passage(embedded_text(chunk.document.title, chunk.section, chunk.text))
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
