"""What the library needs after its passages have changed: their vectors, and what is counted over all of it."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef

from knowledge.calibration.calibrate import calibrate, calibrate_if_grown
from knowledge.embed import Embedder
from knowledge.library import counting, embedding, rereading
from knowledge.library.embedding import OnProgress
from knowledge.models import Calibration, Chunk, Document
from knowledge.references import graph
from tenants.scope import fleet_scope

# Longer than reading one file may take.
GRACE = timedelta(minutes=4)


def catch_up(tenant_id: UUID, embedder: Embedder, on_progress: OnProgress = lambda done, total: None) -> None:
    """Bring one tenant's library up to date; EmbeddingUnavailable when the endpoint is down."""
    graph.bring_up(tenant_id)
    embedding.embed_missing(tenant_id, embedder, on_progress=on_progress)
    is_anew = rereading.bring_up(tenant_id)
    counting.count(tenant_id)
    (calibrate if is_anew else calibrate_if_grown)(tenant_id, embedder)


def list_due(model: str) -> list[UUID]:
    """Every tenant with passages that are not linked, have no vector of this model, were never measured by it, or
    whose words were read in another way than today's."""
    with fleet_scope():
        measured = Calibration.objects.filter(tenant_id=OuterRef("tenant_id"), model=model, alike__isnull=False)
        rows = Chunk.objects.filter(embedding.outdated(model) | ~Exists(measured))
        tenants = set(rows.values_list("tenant_id", flat=True).distinct())
        unlinked, unread = graph.due(), rereading.due()
        return sorted(tenants.union(*(rows.values_list("tenant_id", flat=True) for rows in (unlinked, unread))))


def list_unread(*, now: datetime, grace: timedelta = GRACE) -> list[tuple[UUID, UUID]]:
    """Tenant and id of documents whose file nobody has read in time, of every tenant."""
    with fleet_scope():
        rows = Document.objects.exclude(incoming="").filter(given_at__lt=now - grace)
        return list(rows.order_by("given_at").values_list("tenant_id", "id"))
