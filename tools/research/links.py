"""The address of a report: signed, good for some hours, and no way to any other."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.utils import timezone

from tools.research.models import ResearchRun

SALT: Final = "tools.research.links"


def address_of(run: ResearchRun, *, hours: int) -> str:
    """Where whoever has the address reads the report until then."""
    until = timezone.now() + timedelta(hours=hours)
    token = signing.dumps([str(run.tenant_id), str(run.pk), int(until.timestamp())], salt=SALT)
    return f"{settings.TULIA.base_url}/research/{token}/"


def named_by(token: str, *, now: datetime) -> tuple[UUID, UUID] | None:
    """Tenant and run of an address of ours that is still good."""
    try:
        tenant_id, run_id, until = signing.loads(token, salt=SALT)
        return (UUID(tenant_id), UUID(run_id)) if now.timestamp() < until else None
    except (signing.BadSignature, ValueError, TypeError):
        return None
