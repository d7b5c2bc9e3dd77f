"""How often customers chatted, spammed or abused of late: by customer and hour, so that each tenant's sum is at hand.

What counts is the last day. After a day of quiet nothing is held against anybody.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import models
from django.db.models import F, Sum

from tenants.postgresql.compiled import compiled
from tenants.scope import tenant_scope
from tenants.tenancy import TenantForeignKey, TenantModel

# A day later nothing is held against anybody.
COOL_OFF: Final = timedelta(hours=24)


class ConductCount(TenantModel):
    """So many turns of one customer, within one hour, that were no business."""

    class Kind(models.TextChoices):
        CASUAL = "casual", "Small talk"
        SPAM = "spam", "Spam"
        ABUSE = "abuse", "Abuse"

    customer = TenantForeignKey("tenants.Customer", related_name="conduct")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    hour = models.DateTimeField(help_text="The hour that began then.")
    turns = models.PositiveIntegerField(default=1)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "customer", "kind", "hour"], name="conduct_once_an_hour"),
        ]
        indexes = [models.Index(fields=["tenant", "hour"], name="conduct_by_hour")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.turns} in an hour"


def count(customer_id: UUID, kind: str, *, now: datetime) -> None:
    """One more turn of this kind; in the tenant's open scope."""
    hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    row, is_new = ConductCount.objects.get_or_create(customer_id=customer_id, kind=kind, hour=hour)
    if not is_new:
        ConductCount.objects.filter(pk=row.pk).update(turns=F("turns") + 1)


def lately(tenant_id: UUID, customer_id: UUID, now: datetime) -> Mapping[str, int]:
    """How many turns of each kind this customer had within the cool-off, in all of their conversations."""
    with tenant_scope(tenant_id, has_one_statement=True):
        return dict(_sums(customer_id, since=now - COOL_OFF))


@compiled
def _sums(customer_id: UUID, since: datetime) -> "models.QuerySet[ConductCount, tuple[str, int]]":
    rows = ConductCount.objects.filter(customer_id=customer_id, hour__gt=since)
    return rows.order_by().values_list("kind").annotate(sum=Sum("turns"))
