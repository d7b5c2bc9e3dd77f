"""What the library does in the background, and how it is asked to: after the commit of what has changed."""

from functools import partial
from typing import Any
from uuid import UUID

from celery import Task, shared_task
from django.db import transaction
from django.utils import timezone

from knowledge import embed
from knowledge.library import intake, upkeep, vector_index
from knowledge.models import Document

# For half an hour; afterwards the daily upkeep finds what lacks a vector.
_RETRY_SECONDS, _MOST_RETRIES = 60, 30


@shared_task(name="knowledge.read_document")
def read_document(tenant_id: str, document_id: str, again: bool = False, **_: Any) -> None:
    """Read a file that was given, or a kept one again; its passages are embedded after it."""
    read = intake.read_again if again else intake.read_incoming
    read(UUID(tenant_id), UUID(document_id), now=timezone.now())
    embed_library.delay(tenant_id=tenant_id)


@shared_task(bind=True, name="knowledge.embed_library", max_retries=_MOST_RETRIES)
def embed_library(self: Task[..., Any], tenant_id: str, **_: Any) -> None:
    """Embed a tenant's new and changed passages; an endpoint that is down is asked again every minute."""
    try:
        with upkeep.marked(UUID(tenant_id)) as on_progress:
            upkeep.catch_up(UUID(tenant_id), embed.from_settings(), on_progress)
    except embed.EmbeddingUnavailable as error:
        raise self.retry(exc=error, countdown=_RETRY_SECONDS) from error


@shared_task(name="knowledge.index_vectors")
def index_vectors(tenant_id: str, **_: Any) -> None:
    """Give a library that has become large an index of its vectors, or take it away again; takes minutes."""
    vector_index.keep(UUID(tenant_id), embed.from_settings().model.key)


@shared_task(name="knowledge.catch_up")
def catch_up(**_: Any) -> None:
    """Set going what a lost wake-up, a dead worker or another embedding model has left to do."""
    for tenant_id, document_id in upkeep.list_unread(now=timezone.now()):
        read_document.delay(tenant_id=str(tenant_id), document_id=str(document_id))
    model = embed.from_settings().model.key
    for tenant_id in upkeep.list_due(model):
        if upkeep.is_marked(tenant_id):
            continue
        embed_library.delay(tenant_id=str(tenant_id))
    for tenant_id in vector_index.list_due(model):
        index_vectors.delay(tenant_id=str(tenant_id))


def embed_later(tenant_id: UUID) -> None:
    """Ask the worker to count anew what is counted over the whole library."""
    transaction.on_commit(partial(embed_library.delay, tenant_id=str(tenant_id)), robust=True)


def queue_reading(document: Document, *, again: bool = False) -> None:
    """Ask the worker to read a document, after the commit. When the broker is down, the sweep finds what waits."""
    task = partial(read_document.delay, tenant_id=str(document.tenant_id), document_id=str(document.pk), again=again)
    transaction.on_commit(task, robust=True)
