"""What orders do in the background: pieces that nobody pays go back on the shelf."""

from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tenants.scope import tenant_scope
from tools.orders import services


@shared_task(name="orders.expire_all")
def expire_all(**_: Any) -> None:
    """One task a tenant: one that fails holds nobody else up, and the next minute makes up for it."""
    for tenant_id in services.list_tenants_with_due(timezone.now()):
        expire.delay(tenant_id=str(tenant_id))


@shared_task(name="orders.expire")
def expire(*, tenant_id: str, **_: Any) -> None:
    """End what is over of this tenant's orders."""
    with tenant_scope(UUID(tenant_id)):
        services.expire_due(timezone.now())
