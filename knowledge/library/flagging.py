"""Flags passages that give orders to an assistant: when they are read, and again when the signs have changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

import structlog

from knowledge.injection import is_injection
from knowledge.models import Chunk, Document
from tenants.scope import tenant_scope

log = structlog.get_logger(__name__)
NOTE = "It holds sentences that give orders to an assistant. They are never obeyed; look at the marked passages."
# Passages in memory at a time.
_BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagChanges:
    """How many passages were looked at, how many are flagged now that were not, and the other way round."""

    passages: int = 0
    flagged: int = 0
    cleared: int = 0


def is_flagged(title: str, section: str, text: str) -> bool:
    """Whether a passage gives orders to an assistant, read under its document's title."""
    return any(map(is_injection, (text, section, title)))


def rescan(tenant_id: UUID) -> FlagChanges:
    """Judge every passage of a tenant's anew, some hundred at a time; call it outside any scope."""
    passages, changed, last = 0, {True: 0, False: 0}, None
    while batch := _next_batch(tenant_id, after=last):
        passages, last = passages + len(batch), batch[-1].pk
        judged = [(chunk, is_flagged(chunk.document.title, chunk.section, chunk.text)) for chunk in batch]
        other = [(chunk, flag) for chunk, flag in judged if chunk.has_injection != flag]
        _store(tenant_id, other)
        for _, flag in other:
            changed[flag] += 1
    changes = FlagChanges(passages=passages, flagged=changed[True], cleared=changed[False])
    log.info("knowledge.rescan.completed", tenant_id=str(tenant_id), flagged=changes.flagged, cleared=changes.cleared)
    return changes


def _next_batch(tenant_id: UUID, *, after: UUID | None) -> list[Chunk]:
    with tenant_scope(tenant_id):
        rows = Chunk.objects.order_by("id").select_related("document")
        rows = rows.only("id", "text", "section", "has_injection", "tenant_id", "document__title")
        return list((rows.filter(id__gt=after) if after else rows)[:_BATCH])


def _store(tenant_id: UUID, judged: Iterable[tuple[Chunk, bool]]) -> None:
    """The flags, and the note that a person reads on the document."""
    judged = list(judged)
    if not judged:
        return
    with tenant_scope(tenant_id):
        for flag in (True, False):
            Chunk.objects.filter(pk__in=[chunk.pk for chunk, wanted in judged if wanted is flag]).update(
                has_injection=flag
            )
        # Its notes are read, changed and written: two that flag it at once would lose one's.
        for document in Document.objects.select_for_update().filter(pk__in={chunk.document_id for chunk, _ in judged}):
            others = [note for note in document.notes if note != NOTE]
            is_marked = document.chunks.filter(has_injection=True).exists()
            document.notes = [*others, NOTE] if is_marked else others
            document.save(update_fields=["notes"])
