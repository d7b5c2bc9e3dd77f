"""Celery's part: snoozed tickets come back when their time has come."""

from datetime import datetime
from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tenants.scope import fleet_scope, tenant_scope
from tools.handoff import services
from tools.handoff.models import HandoffTicket


@shared_task
def wake_snoozed(*, tenant_id: str, **_: Any) -> None:
    """Open the tenant's tickets that were snoozed until now."""
    with tenant_scope(UUID(tenant_id)):
        services.wake_snoozed(now=timezone.now())


def list_tenants(now: datetime) -> list[tuple[UUID]]:
    """Tenants with a ticket whose time has come."""
    with fleet_scope():
        due = HandoffTicket.objects.filter(snoozed_until__lte=now).order_by().values_list("tenant_id", flat=True)
        return [(tenant_id,) for tenant_id in due.distinct()]
