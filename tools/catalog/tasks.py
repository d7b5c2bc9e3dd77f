"""What the catalog does in the background."""

from typing import Any
from uuid import UUID

from celery import Task, shared_task

from knowledge import embed
from tools.catalog import embedding

# For half an hour; afterwards `embed_catalog`, or the next change, sets it going again.
_RETRY_SECONDS, _MOST_RETRIES = 60, 30


@shared_task(bind=True, name="catalog.embed_catalog", max_retries=_MOST_RETRIES)
def embed_catalog(self: Task[..., Any], tenant_id: str, **_: Any) -> None:
    """Embed a tenant's new and changed products; an endpoint that is down is asked again every minute."""
    try:
        embedding.embed_missing(UUID(tenant_id), embed.from_settings())
    except embed.EmbeddingUnavailable as error:
        raise self.retry(exc=error, countdown=_RETRY_SECONDS) from error


@shared_task(name="catalog.embed_outdated")
def embed_outdated(**_: Any) -> None:
    """Set every tenant's embedding going whose products lack a vector of the configured model."""
    for tenant_id in embedding.list_outdated_tenants(embed.from_settings().model.key):
        embed_catalog.delay(tenant_id=str(tenant_id))
