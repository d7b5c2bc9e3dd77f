"""Takes documents out of the library: their rows, passages, vectors and files."""

from collections.abc import Iterable
from functools import partial
from uuid import UUID

import structlog
from django.db import transaction

from knowledge.library import files
from knowledge.models import Document

log = structlog.get_logger(__name__)


def remove(documents: Iterable[UUID]) -> int:
    """Inside the tenant's scope; the files go once that is committed."""
    count = 0
    for document in Document.objects.filter(pk__in=list(documents)):
        paths = [path for path in (document.path, document.incoming) if path]
        tenant_id, document_id = document.tenant_id, document.pk
        document.delete()
        transaction.on_commit(partial(files.remove, tenant_id, *paths))
        log.info("knowledge.document.removed", tenant_id=str(tenant_id), document_id=str(document_id))
        count += 1
    return count


def set_active(documents: Iterable[UUID], *, is_active: bool) -> int:
    """Whether these documents are searched."""
    return Document.objects.filter(pk__in=list(documents)).update(is_active=is_active)
