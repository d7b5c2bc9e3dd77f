"""What orders do in the background: pieces that nobody pays go back on the shelf."""

from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tenants.scope import tenant_scope
from tools.orders import services


@shared_task(name="orders.expire")
def expire(*, tenant_id: str, **_: Any) -> None:
    """End what is over of this tenant's orders."""
    with tenant_scope(UUID(tenant_id)):
        services.expire_due(timezone.now())
