"""A tenant's states on its way: frozen here, at home again, gone to another installation, and removed.

Frozen, PostgreSQL lets nobody write of it (`tulia_enter` of tenants.wall). Nobody who began before writes either:
their transactions are waited for, so that an export that begins afterwards has everything.
"""

import time
from typing import Final
from uuid import UUID

import structlog
from django.db import connection
from django.utils import timezone

from conversations import routing
from conversations.models import Conversation, OutboundMessage
from conversations.moving import held
from conversations.moving.models import HeldRequest
from tenants import wall
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope

log = structlog.get_logger(__name__)
# A turn with a model takes as long, and so does a sending that nobody answers.
USUAL_WAIT_SECONDS: Final = 60.0
# Short beside what is waited for.
EVERY_SECONDS: Final = 0.2
STILL_BUSY: Final = (
    "A turn runs, a message is being sent, or somebody writes, all the time. Try again at a quieter hour."
)
# Whoever began a transaction before, in this database; a statement ends after ten seconds, an idle one after thirty.
BEFORE = """
SELECT count(*) FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < %s AND usename = session_user
"""


class MoveRefused(ValueError):
    """A step of a move that would lose something, or that comes too early."""


def freeze(tenant_id: UUID, *, wait_seconds: float = USUAL_WAIT_SECONDS) -> None:
    """Freeze it at a moment when no turn runs and nothing is being sent; raises MoveRefused when there is none.

    What was frozen before stays frozen, whatever comes of the waiting; what has moved is refused.
    """
    with fleet_scope():
        tenant = Tenant.objects.get(pk=tenant_id)
    if tenant.moved_to:
        raise MoveRefused(f"It has moved to {tenant.moved_to} already.")
    deadline = time.monotonic() + wait_seconds
    while True:
        if not is_busy(tenant_id):
            _write(tenant_id, frozen_at=timezone.now())
            is_still = False
            try:
                is_still = _are_over_who_began_before(deadline) and not is_busy(tenant_id)
            finally:  # whoever gives up waiting leaves it as it was
                if not is_still and tenant.frozen_at is None:
                    thaw(tenant_id)
            if is_still:
                log.info("conversations.tenant.frozen", tenant_id=str(tenant_id))
                return
        if time.monotonic() > deadline:
            raise MoveRefused(STILL_BUSY)
        time.sleep(EVERY_SECONDS)


def is_busy(tenant_id: UUID) -> bool:
    """Whether a worker thinks or sends for it now: what it does would be written nowhere."""
    now = timezone.now()
    with tenant_scope(tenant_id):
        sending = OutboundMessage.objects.filter(status=OutboundMessage.Status.SENDING, due_at__gt=now)
        return bool(Conversation.objects.filter(lease_until__gt=now).exists() or sending.exists())


def thaw(tenant_id: UUID) -> None:
    """Let it go on here; what was held comes in through our own door."""
    with fleet_scope():
        tenant = Tenant.objects.select_for_update().get(pk=tenant_id)
        if tenant.moved_to:
            raise MoveRefused(f"It has moved to {tenant.moved_to}, and would live twice.")
        Tenant.objects.filter(pk=tenant_id).update(frozen_at=None)
        held.release(tenant_id)
    routing.forget()


def redirect(tenant_id: UUID, home: str) -> int:
    """Say where it lives now, and send what comes for it there; how much was held."""
    with fleet_scope():
        tenant = Tenant.objects.select_for_update().get(pk=tenant_id)
        if tenant.frozen_at is None:
            raise MoveRefused("It is not frozen: whoever writes here now would be lost.")
        Tenant.objects.filter(pk=tenant_id).update(moved_to=home.rstrip("/"))
        count = held.release(tenant_id)
    log.info("conversations.tenant.moved", tenant_id=str(tenant_id))
    return count


def remove(tenant_id: UUID) -> None:
    """Delete every row of a tenant that has moved; raises MoveRefused while a report of it waits to be sent on."""
    with fleet_scope(), connection.cursor() as cursor:
        tenant = Tenant.objects.select_for_update().get(pk=tenant_id)
        if not tenant.moved_to:
            raise MoveRefused("It has not moved: this is its home.")
        if waiting := HeldRequest.objects.filter(tenant_id=tenant_id).count():
            raise MoveRefused(f"{waiting} reports that came for it are not at its new home yet.")
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL tulia.erasing = 'on'")  # the consent ledger lets nobody else delete
        for model in wall.walled_models():
            if model is not Tenant:
                cursor.execute(f'DELETE FROM "{model._meta.db_table}" WHERE tenant_id = %s', [tenant_id])  # noqa: S608
        cursor.execute("DELETE FROM tenants_tenant WHERE id = %s", [tenant_id])
    routing.forget()
    log.info("conversations.tenant.removed", tenant_id=str(tenant_id))


def list_frozen() -> set[UUID]:
    """The tenants that workers leave alone."""
    with fleet_scope():
        return set(Tenant.objects.exclude(frozen_at=None).values_list("id", flat=True))


def _write(tenant_id: UUID, **values: object) -> None:
    with fleet_scope():
        Tenant.objects.filter(pk=tenant_id).update(**values)
    routing.forget()


def _are_over_who_began_before(deadline: float) -> bool:
    """Whether the transactions that were open now have ended by then."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment = cursor.fetchone()[0]
        while True:
            cursor.execute(BEFORE, [moment])
            if cursor.fetchone()[0] == 0:
                return True
            if time.monotonic() > deadline:
                return False
            time.sleep(EVERY_SECONDS)
