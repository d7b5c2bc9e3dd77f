"""What the catalog does in the background, and what follows a change: new words at once, new vectors later."""

from collections.abc import Iterable
from functools import partial
from typing import Any
from uuid import UUID

from celery import Task, shared_task
from django.db import transaction

from knowledge import embed
from tools.catalog import embedding
from tools.catalog.indexing import refresh
from tools.catalog.models import Product

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


def indexed(tenant_id: UUID, products: Iterable[Product]) -> None:
    """Make the products findable by what they say now."""
    refresh.save(products)
    refresh.rebuild_vocabulary(tenant_id)
    embed_later(tenant_id)


def embed_later(tenant_id: UUID) -> None:
    """After the commit. A broker that is down must not undo the change: the page says what is missing."""
    transaction.on_commit(partial(embed_catalog.delay, tenant_id=str(tenant_id)), robust=True)
