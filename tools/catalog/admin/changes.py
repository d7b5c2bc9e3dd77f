"""What follows a change in the admin: new words at once, new vectors in the background."""

from collections.abc import Iterable
from functools import partial
from uuid import UUID

from django.db import transaction

from tools.catalog import tasks
from tools.catalog.indexing import refresh
from tools.catalog.models import Product


def indexed(tenant_id: UUID, products: Iterable[Product]) -> None:
    """Make the products findable by what they say now."""
    refresh.save(products)
    refresh.rebuild_vocabulary(tenant_id)
    embed_later(tenant_id)


def embed_later(tenant_id: UUID) -> None:
    """After the commit. A broker that is down must not undo the change: the page says what is missing."""
    transaction.on_commit(partial(tasks.embed_catalog.delay, tenant_id=str(tenant_id)), robust=True)
