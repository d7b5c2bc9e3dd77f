"""The nightly removal of what tenants no longer want kept."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from conversations.rights import erasure, months, retention
from tenants import schedule


@shared_task(name="rights.keep_months")
def keep_months(**_: Any) -> None:
    """Before the night's removal: what goes as a whole need not go row by row."""
    if schedule.claim("months", every=timedelta(hours=12)):
        months.keep(now=timezone.now())


@shared_task(name="rights.expire_all")
def expire_all(**_: Any) -> None:
    """One task a tenant: one that fails holds nobody else up, and the next night makes up for it."""
    if not schedule.claim("retention", every=timedelta(hours=12)):
        return
    for tenant_id in retention.list_tenants():
        expire.delay(tenant_id=str(tenant_id))


@shared_task(name="rights.expire")
def expire(*, tenant_id: str, **_: Any) -> None:
    """Remove what is older than this tenant keeps, and whoever has asked for it."""
    retention.expire(UUID(tenant_id), now=timezone.now())
    erasure.carry_out_requests(UUID(tenant_id), now=timezone.now())
