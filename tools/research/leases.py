"""The right to take a run's next step: one holder at a time, fenced by an epoch that every change of hands raises."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import F, Q

from tenants.scope import tenant_scope
from tools.research.models import ResearchRun

HOLD: Final = timedelta(seconds=20)
"""Prolonged while its holder lives, so that a dead one's is free soon."""
MOST_TRIES: Final = 6
"""A step whose worker has died so often is not tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchLease:
    """A claimed run."""

    tenant_id: UUID
    run_id: UUID
    epoch: int
    tries: int


def claim(tenant_id: UUID, run_id: UUID, *, now: datetime) -> ResearchLease | None:
    """The lease, when a step is due and nobody else holds it: one statement, so that of two at once one gets it."""
    with tenant_scope(tenant_id):
        free = Q(lease_until=None) | Q(lease_until__lt=now)
        taken = ResearchRun.objects.filter(free, pk=run_id, due_at__lte=now).update(
            lease_epoch=F("lease_epoch") + 1, lease_until=now + HOLD, tries=F("tries") + 1
        )
        if not taken:
            return None
        epoch, tries = ResearchRun.objects.values_list("lease_epoch", "tries").get(pk=run_id)
    return ResearchLease(tenant_id=tenant_id, run_id=run_id, epoch=epoch, tries=tries)


def prolong(held: ResearchLease, *, now: datetime) -> None:
    with tenant_scope(held.tenant_id):
        mine = ResearchRun.objects.filter(pk=held.run_id, lease_epoch=held.epoch, lease_until__isnull=False)
        mine.update(lease_until=now + HOLD)
