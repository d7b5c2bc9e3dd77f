"""Fills a shop through the import, as a merchant would, and calls the tools as a turn does."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from knowledge.embed import Embedder
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tools.catalog import catalog_get_item, catalog_search, embedding
from tools.catalog.importing import applying, planning
from tools.contract import ToolContext

HEADER = "sku,product,title,description,category,brand,attributes,variant,price,currency,stock,image_url,aliases"


def csv_of(*rows: str, header: str = HEADER) -> bytes:
    return "\n".join([header, *rows]).encode()


def load(tenant: Tenant, content: bytes) -> None:
    with tenant_scope(tenant.id):
        plan = planning.plan(content, currency="KES")
        assert plan.errors == []
        applying.apply(plan, tenant.id)
    embedding.embed_missing(tenant.id, Embedder())


def context_of(tenant: Tenant) -> ToolContext:
    now = datetime(2026, 3, 2, 9, tzinfo=UTC)
    return ToolContext(tenant_id=tenant.id, conversation_id=uuid4(), request_id=uuid4(), customer_id=uuid4(), now=now)


def search(tenant: Tenant, **args: Any) -> Any:
    return catalog_search.run(catalog_search.CatalogSearchArgs.model_validate(args), context_of(tenant))


def get_item(tenant: Tenant, item_id: str) -> Any:
    with tenant_scope(tenant.id):
        args = catalog_get_item.CatalogGetItemArgs(item_id=item_id)
        return catalog_get_item.run(args, context_of(tenant))
