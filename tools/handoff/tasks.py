"""Celery's part: snoozed tickets come back when their time has come, and who is away is told that somebody waits."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from tenants import mail, schedule
from tenants.scope import fleet_scope, tenant_scope
from tools.handoff import away, services
from tools.handoff.models import HandoffTicket


@shared_task
def wake_snoozed(*, tenant_id: str, **_: Any) -> None:
    """Open the tenant's tickets that were snoozed until now."""
    with tenant_scope(UUID(tenant_id)):
        services.wake_snoozed(now=timezone.now())


@shared_task(name="handoff.mail_away")
def mail_away(*, tenant_id: str, **_: Any) -> None:
    """Mail the tenant's people if somebody waits and nobody is there."""
    away.tell(UUID(tenant_id), now=timezone.now())


@shared_task(name="handoff.mail_all_away")
def mail_all_away(**_: Any) -> None:
    """One task for each tenant for whom somebody waits, where mails can be sent."""
    if not mail.is_on() or not schedule.claim("away", every=timedelta(seconds=150)):
        return
    for tenant_id in away.list_tenants(timezone.now()):
        mail_away.delay(tenant_id=str(tenant_id))


def list_tenants(now: datetime) -> list[tuple[UUID]]:
    """Tenants with a ticket whose time has come."""
    with fleet_scope():
        due = HandoffTicket.objects.filter(snoozed_until__lte=now).order_by().values_list("tenant_id", flat=True)
        return [(tenant_id,) for tenant_id in due.distinct()]
