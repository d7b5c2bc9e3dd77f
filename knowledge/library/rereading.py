"""Reads the words of stored passages anew where an older release read them in another way than today's."""

from collections.abc import Iterator
from uuid import UUID

import structlog
from django.db.models import QuerySet

from knowledge.chunk import embedded_text
from knowledge.library import counting
from knowledge.models import Chunk, Register
from knowledge.search.terms import words
from tenants.scope import tenant_scope

log = structlog.get_logger(__name__)
# A transaction of about a second.
_BATCH = 500


def due() -> QuerySet[Register]:
    """Libraries that were read in another way."""
    return Register.objects.exclude(reading=words.READING)


def bring_up(tenant_id: UUID) -> bool:
    """Read the words anew where that is due, and say whether it was; call it outside any scope.

    Searches go on by what is listed; whatever ends it, the next upkeep does it again."""
    with tenant_scope(tenant_id):
        if not due().exists():
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
