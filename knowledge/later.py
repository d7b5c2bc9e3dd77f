"""What follows a change of a document: the file is read in the background."""

from functools import partial
from uuid import UUID

from django.db import transaction

from knowledge import tasks
from knowledge.models import Document


def catch_up(tenant_id: UUID) -> None:
    """Ask the worker to count anew what is counted over the whole library."""
    transaction.on_commit(partial(tasks.embed_library.delay, tenant_id=str(tenant_id)), robust=True)


def queue_reading(document: Document, *, again: bool = False) -> None:
    """Ask the worker to read a document, after the commit. When the broker is down, the sweep finds what waits."""
    task = partial(
        tasks.read_document.delay, tenant_id=str(document.tenant_id), document_id=str(document.pk), again=again
    )
    transaction.on_commit(task, robust=True)
