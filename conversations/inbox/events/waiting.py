"""Finds the conversations for which an event waits outside the inbox."""

from datetime import datetime
from uuid import UUID

from tenants.scope import fleet_scope
from tools.models import Event


def list_waiting(*, before: datetime, limit: int) -> list[tuple[UUID, UUID]]:
    """Conversations with an event that was left before this moment, of every tenant, the longest waiting first."""
    with fleet_scope():
        rows = Event.objects.filter(taken_at=None, created_at__lt=before).order_by("created_at")
        return list(dict.fromkeys(rows.values_list("tenant_id", "conversation_id")[:limit]))
