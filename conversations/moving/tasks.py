"""Celery's part: what is held for a tenant that has moved is sent after it."""

from typing import Any
from uuid import UUID

from celery import shared_task

from conversations.moving.held import list_due as list_due
from conversations.moving.held import send_on as send


@shared_task(name="moving.send_on")
def send_on(*, tenant_id: str, **_: Any) -> None:
    """Send what is held for a tenant to its home."""
    send(UUID(tenant_id))
