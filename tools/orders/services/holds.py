"""How long an order's pieces stay set aside, and what becomes of orders that nobody pays."""

from datetime import datetime, timedelta
from uuid import UUID

import structlog
from django.db.models import Q, QuerySet

from tenants.scope import fleet_scope
from tools.orders.models import Order
from tools.orders.services import stock
from tools.orders.services.record import OPEN, SYSTEM, locked_open, note, recount

log = structlog.get_logger(__name__)
HOLD = timedelta(minutes=30)
BATCH = 200


def hold(order_id: UUID, *, now: datetime, until: datetime | None = None) -> Order:
    """Set its pieces aside, again if need be, at least until then; raises OutOfStock, OrderClosed or NotADraft."""
    order = locked_open(order_id)
    stock.hold(order.lines.all())
    order.reserved_until = max(filter(None, (order.reserved_until, until, now + HOLD)))
    order.save(update_fields=["reserved_until"])
    return order


def extend(order_id: UUID, *, until: datetime) -> Order:
    """Keep what is set aside at least until then; nothing is set aside anew."""
    order = locked_open(order_id)
    if order.reserved_until is not None:
        order.reserved_until = max(order.reserved_until, until)
        order.save(update_fields=["reserved_until"])
    return order


def release(order_id: UUID, *, now: datetime) -> Order:
    """Put its pieces back on the shelf; the order stays as it is."""
    order = locked_open(order_id)
    _put_back(order, now)
    return order


def list_tenants_with_due(now: datetime) -> list[UUID]:
    """Tenants with an order whose time is over."""
    with fleet_scope():
        return list(_due(now).order_by().values_list("tenant_id", flat=True).distinct())


def expire_due(now: datetime) -> int:
    """End what is over in the tenant in scope: pieces go back, and orders that nobody pays are given up."""
    due = _due(now).order_by("pk").select_for_update(skip_locked=True, no_key=True)[:BATCH]
    orders = list(due)
    for order in orders:
        if order.reserved_until is not None and order.reserved_until <= now:
            _put_back(order, now)
        if order.expires_at <= now and not order.paid_total:
            _give_up(order, now)
    if orders:
        log.info("orders.holds.expired", orders=len(orders))
    return len(orders)


def _due(now: datetime) -> "QuerySet[Order]":
    is_over = Q(reserved_until__lte=now) | Q(expires_at__lte=now, paid_total=0)
    rows: QuerySet[Order] = Order.objects.filter(is_over, status__in=OPEN)
    return rows


def _put_back(order: Order, now: datetime) -> None:
    stock.put_back(order)
    order.reserved_until = None
    order.save(update_fields=["reserved_until"])
    note(order, "Its pieces are no longer set aside", by=SYSTEM, now=now)


def _give_up(order: Order, now: datetime) -> None:
    stock.put_back(order)
    order.discounts.all().delete()
    order.status, order.reserved_until = Order.Status.EXPIRED, None
    recount(order, list(order.lines.all()))
    order.save()
    note(order, "Given up: nobody paid it", by=SYSTEM, now=now)
