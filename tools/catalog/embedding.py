"""Keeps the products' vectors up to date: only what changed, and no transaction held over the network."""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

import structlog
from django.db.models import Count, F, Q

from knowledge.embed import Embedder, EmbeddingUnavailable
from tenants.scope import fleet_scope, tenant_scope
from tools.catalog.models import Product

log = structlog.get_logger(__name__)
OnProgress = Callable[[int, int], None]
# One request to a provider, and what is lost when a worker dies in between. No description is longer.
_BATCH, _LONGEST_TEXT = 128, 6_000


@dataclass(frozen=True, slots=True)
class EmbeddingState:
    """How many products have an up-to-date vector of this model."""

    embedded: int
    total: int
    model: str

    @property
    def is_complete(self) -> bool:
        return self.embedded == self.total

    def __str__(self) -> str:
        return f"{self.embedded} of {self.total} products embedded with {self.model}"


def state(model: str) -> EmbeddingState:
    """How many products of the tenant in scope have an up-to-date vector, by one model's key."""
    counts = Product.objects.aggregate(total=Count("id"), missing=Count("id", filter=_outdated(model)))
    return EmbeddingState(embedded=counts["total"] - counts["missing"], total=counts["total"], model=model)


def list_outdated_tenants(model: str) -> list[UUID]:
    """Every tenant with a product that has no up-to-date vector of this model."""
    with fleet_scope():
        return list(Product.objects.filter(_outdated(model)).values_list("tenant_id", flat=True).distinct())


def embed_missing(
    tenant_id: UUID, embedder: Embedder, on_progress: OnProgress = lambda done, total: None
) -> EmbeddingState:
    """Embed what is new, changed or of another model; EmbeddingUnavailable keeps what was done so far."""
    model = embedder.model.key
    with tenant_scope(tenant_id):
        before = state(model)
    missing, done, last = before.total - before.embedded, 0, None
    while batch := _next_batch(tenant_id, model, after=last):
        vectors = _vectors(embedder, batch, tenant_id, left=missing - done)
        _store(tenant_id, model, batch, vectors)
        done, last = done + len(batch), batch[-1].id
        on_progress(done, max(missing, done))
    with tenant_scope(tenant_id):
        after = state(model)
    if done:
        log.info("catalog.embedding.completed", tenant_id=str(tenant_id), model=model, products=done)
    return after


def _outdated(model: str) -> Q:
    return Q(embedding__isnull=True) | ~Q(embedding_model=model) | ~Q(embedded_hash=F("search_hash"))


def _next_batch(tenant_id: UUID, model: str, *, after: UUID | None) -> list[Product]:
    with tenant_scope(tenant_id):
        outdated = Product.objects.filter(_outdated(model)).order_by("id").only("id", "search_text", "search_hash")
        return list((outdated.filter(id__gt=after) if after else outdated)[:_BATCH])


def _vectors(embedder: Embedder, batch: list[Product], tenant_id: UUID, *, left: int) -> list[list[float]]:
    try:
        return embedder.embed_documents([product.search_text[:_LONGEST_TEXT] for product in batch])
    except EmbeddingUnavailable as error:
        log.warning(
            "catalog.embedding.unavailable", tenant_id=str(tenant_id), model=embedder.model.key,
            reason=str(error), products_found_by_words_only=left,
        )  # fmt: skip
        raise


def _store(tenant_id: UUID, model: str, batch: list[Product], vectors: list[list[float]]) -> None:
    for product, vector in zip(batch, vectors, strict=True):
        product.embedding, product.embedding_model = vector, model
        # The hash of the text that was read: a product that changed meanwhile stays outdated.
        product.embedded_hash = product.search_hash
    with tenant_scope(tenant_id):
        Product.objects.bulk_update(batch, ["embedding", "embedding_model", "embedded_hash"])
