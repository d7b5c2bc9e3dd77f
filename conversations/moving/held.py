"""Keeps a report for a tenant on its way, and sends it after it: in order, again until it is taken, never forgotten."""

from datetime import timedelta
from typing import Final
from uuid import UUID

import httpx
import structlog
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from conversations.moving.models import HeldRequest
from tenants.models import Tenant
from tenants.scope import fleet_scope

log = structlog.get_logger(__name__)
# Longer than a try takes; then its worker is dead, and another tries.
CLAIMED: Final = timedelta(seconds=60)
# The new home is away: it is asked again as often as the sweep looks, at the least.
AGAIN: Final = timedelta(seconds=5)
TIMEOUT: Final = httpx.Timeout(15, connect=5)
# Too early and too many are no refusals.
NOT_NOW: Final = frozenset({408, 425, 429})
# Of one run: others wait for this thread.
MOST: Final = 200


def hold(tenant_id: UUID, *, path: str, headers: dict[str, str], body: bytes) -> None:
    """Keep a report; it is due at once when the tenant has a home again."""
    now = timezone.now()
    with fleet_scope():
        # Who says where its home is changes this row first, so that no report stays behind unseen.
        tenant = Tenant.objects.select_for_update().get(pk=tenant_id)
        HeldRequest.objects.create(
            tenant_id=tenant_id, path=path, headers=headers, body=body, due_at=now if has_home(tenant) else None
        )
    log.info("conversations.report.held", tenant_id=str(tenant_id))


def has_home(tenant: Tenant) -> bool:
    """Whether it is known where its reports go: to another installation, or to this one, where it stays."""
    return tenant.moved_to != "" or tenant.frozen_at is None


def list_due(*, limit: int = MOST) -> list[tuple[UUID]]:
    """Tenants with a report to send on."""
    with fleet_scope():
        rows = HeldRequest.objects.filter(due_at__lte=timezone.now()).order_by()
        return list(rows.values_list("tenant_id").distinct()[:limit])


def send_on(tenant_id: UUID) -> int:
    """Send the tenant's reports to its home, the oldest first, until one is not taken; how many were."""
    sent = 0
    with httpx.Client(timeout=TIMEOUT, trust_env=False, follow_redirects=False) as client:
        while sent < MOST and (claimed := _claim(tenant_id)) is not None:
            row, home = claimed
            status = _told(client, home, row)
            if not _settle(row, status):
                break
            sent += 1
    return sent


def _claim(tenant_id: UUID) -> tuple[HeldRequest, str] | None:
    """The oldest report, unless somebody has it or its time has not come, and where it goes."""
    now = timezone.now()
    with fleet_scope():
        rows = HeldRequest.objects.filter(tenant_id=tenant_id, refused=None).order_by("id")
        row: HeldRequest | None = rows.select_related("tenant").first()
        if row is None or not has_home(row.tenant):
            return None
        mine = HeldRequest.objects.filter(pk=row.pk, due_at__lte=now).update(due_at=now + CLAIMED)
        return (row, row.tenant.moved_to or settings.TULIA.base_url) if mine else None


def _told(client: httpx.Client, home: str, row: HeldRequest) -> int | None:
    try:
        return client.post(home.rstrip("/") + row.path, content=bytes(row.body), headers=row.headers).status_code
    except (httpx.HTTPError, OSError) as error:
        log.warning("conversations.report.not_sent_on", tenant_id=str(row.tenant_id), problem=type(error).__name__)
        return None


def _settle(row: HeldRequest, status: int | None) -> bool:
    """Whether the next one may go."""
    with fleet_scope():
        rows = HeldRequest.objects.filter(pk=row.pk)
        if status is not None and 200 <= status < 300:
            rows.delete()
            return True
        if status is not None and 400 <= status < 500 and status not in NOT_NOW:
            rows.update(refused=status, due_at=None)
            log.error("conversations.report.refused", tenant_id=str(row.tenant_id), status=status)
            return True
        rows.update(due_at=timezone.now() + AGAIN)
    return False


def release(tenant_id: UUID) -> int:
    """Let what is held go, in the fleet's scope in which the tenant's home was written; how many there are."""
    rows = HeldRequest.objects.filter(tenant_id=tenant_id, refused=None)
    return int(rows.update(due_at=F("created_at")))
