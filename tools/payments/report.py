"""What disagrees: payments that somebody must look at, money without an order, and orders whose sums do not add up."""

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

import structlog
from django.db.models import F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tenants.scope import fleet_scope, tenant_scope
from tools.orders.models import Order
from tools.payments.models import IncomingPayment, Payment

log = structlog.get_logger(__name__)
# A sum over no rows.
NOTHING = Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """One thing to look at."""

    kind: str
    what: str
    row_id: UUID


def list_tenants() -> list[UUID]:
    """Tenants who have ever been paid or tried to be."""
    with fleet_scope():
        return list(Payment.objects.order_by().values_list("tenant_id", flat=True).distinct())


def list_findings() -> list[Disagreement]:
    """All that disagrees, in the tenant scope that is open."""
    return [*_troubled(), *_unmatched(), *_doubtful(), *_sums()]


def log_of(tenant_id: UUID) -> None:
    """One line with the number of findings of each kind; nothing when all is well."""
    with tenant_scope(tenant_id):
        kinds = Counter(finding.kind for finding in list_findings())
    if kinds:
        log.warning("payments.report.disagreements", tenant_id=str(tenant_id), **kinds)


def troubled() -> Q:
    """Payments whose end the provider never told, or told otherwise than we know it."""
    return ~Q(problem="")


def unconfirmed() -> Q:
    """Money of which only an unasked report tells so far."""
    return Q(confirmed_at=None) & ~Q(status=IncomingPayment.Status.VOID)


def _troubled() -> list[Disagreement]:
    rows = Payment.objects.select_related("order").filter(troubled()).order_by("-id")
    return [Disagreement(kind="payment", what=f"{row.order}: {row}. {row.problem}", row_id=row.pk) for row in rows]


def _unmatched() -> list[Disagreement]:
    rows = IncomingPayment.objects.filter(status=IncomingPayment.Status.UNMATCHED).order_by("-id")
    return [Disagreement(kind="incoming", what=f"{row} belongs to no order", row_id=row.pk) for row in rows]


def _doubtful() -> list[Disagreement]:
    """Money about which Safaricom says something else, or nothing."""
    rows = IncomingPayment.objects.exclude(problem="").exclude(status=IncomingPayment.Status.UNMATCHED).order_by("-id")
    return [Disagreement(kind="unconfirmed", what=f"{row}. {row.problem}", row_id=row.pk) for row in rows]


def _sums() -> list[Disagreement]:
    """Orders that were credited another sum than their paid payments make."""
    paid = Coalesce(Sum("payments__amount", filter=Q(payments__status=Payment.Status.PAID)), NOTHING)
    rows: QuerySet[Order] = Order.objects.annotate(received=paid).exclude(received=F("paid_total"))
    return [
        Disagreement(kind="sum", what=f"{row}: credited {row.paid_total}, received {row.received}", row_id=row.pk)  # type: ignore[attr-defined]
        for row in rows
    ]
