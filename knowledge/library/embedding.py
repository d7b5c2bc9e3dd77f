"""Keeps the passages' vectors up to date: only what changed, and no transaction held over the network."""

from collections.abc import Callable
from uuid import UUID

import structlog
from django.db.models import Q

from knowledge.chunk import embedded_text
from knowledge.embed import Embedder, EmbeddingUnavailable
from knowledge.models import Chunk
from tenants.scope import tenant_scope

log = structlog.get_logger(__name__)
OnProgress = Callable[[int, int], None]
# One request to a provider, and what is lost when a worker dies in between. No passage is longer.
_BATCH, _LONGEST_TEXT = 64, 6_000


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
        return list((rows.filter(id__gt=after) if after else rows)[:_BATCH])


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
