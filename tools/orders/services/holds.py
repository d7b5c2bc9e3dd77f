"""How long pieces stay set aside for somebody who pays nothing, and what becomes of orders that nobody pays.

A customer's pieces are set aside for half an hour from the first time on, however often the cart changes, is given up
and begun anew. After that a yes to pay sets them aside for a moment, a few times; then nothing does, until the customer
pays or half a day has passed. An order whose pieces are not set aside can be made and paid all the same.
"""

from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

import structlog
from django.db.models import Min, Q, QuerySet, Sum

from tenants import locks
from tenants.models import Tenant
from tenants.scope import fleet_scope
from tools.orders.models import Order, OrderLine
from tools.orders.services import stock
from tools.orders.services.record import OPEN, SYSTEM, locked_open, note, recount

log = structlog.get_logger(__name__)
# Long enough to find a phone and a PIN; then half a day without, so that one customer cannot keep a shelf empty by
# asking again and again.
HOLD, REST = timedelta(minutes=30), timedelta(hours=12)
# Whoever says yes once that half hour is over gets a moment to pay in, so many times.
MOMENT, MOST_MOMENTS = timedelta(minutes=5), 4
# Who has paid a part means it; a day is also what paybill money takes at worst.
PART_PAID = timedelta(hours=24)
# Rows that one transaction locks: the sweep comes again for the rest.
BATCH = 200


def hold(order_id: UUID, *, now: datetime) -> Order:
    """Set an order's pieces aside after a yes to pay; raises OutOfStock, OrderClosed or NotADraft."""
    order = locked_open(order_id)
    lines = list(order.lines.all())
    until = reach(order, sum((line.quantity for line in lines), Decimal(0)), now=now, is_yes=True)
    if until is None:
        stock.look(lines)
    else:
        stock.hold(lines)
        begin(order, until, now)
    order.save(update_fields=["reserved_until", "first_held_at", "late_holds"])
    return order


def reach(order: Order, pieces: Decimal, *, now: datetime, is_yes: bool) -> datetime | None:
    """Until when so many pieces of this order may be set aside now; None: not at all. One at a time a customer."""
    if not _is_within_limit(order, pieces):
        return None
    unpaid = Order.objects.filter(customer_id=order.customer_id, paid_at=None)
    counts = Q(first_held_at__gt=now - REST) | Q(pk=order.pk, paid_total__gt=0)
    recent = unpaid.filter(counts).aggregate(first=Min("first_held_at"), late=Sum("late_holds"))
    if recent["first"] is None:
        return now + HOLD
    ends_at: datetime = recent["first"] + HOLD
    if ends_at > now:
        return ends_at
    if order.reserved_until is not None and order.reserved_until > now:
        return order.reserved_until  # the moment that the last yes was given, still
    return now + MOMENT if is_yes and (recent["late"] or 0) < MOST_MOMENTS else None


def _is_within_limit(order: Order, pieces: Decimal) -> bool:
    """Whether so many pieces beside those of the customer's other unpaid orders are not too many; one at a time."""
    locks.hold(f"held:{order.customer_id}")
    others = Order.objects.filter(customer_id=order.customer_id, paid_at=None).exclude(pk=order.pk)
    held = OrderLine.objects.filter(order__in=others).aggregate(sum=Sum("held"))["sum"] or 0
    return bool(held + pieces <= Tenant.objects.values_list("held_pieces_limit", flat=True).get())


def begin(order: Order, until: datetime, now: datetime) -> None:
    """Set its pieces aside from now on; after half a day this counts as the first time. The caller saves it."""
    has_rested = order.first_held_at is not None and order.first_held_at <= now - REST and not order.paid_total
    if order.first_held_at is None or has_rested:
        order.first_held_at, order.late_holds = now, 0
    if order.reserved_until != until and until == now + MOMENT:
        order.late_holds += 1
    order.reserved_until = until


def hold_part_paid(order: Order, now: datetime) -> list[OrderLine]:
    """A part of its money came: its pieces wait a day for the rest, once, and within the customer's limit.

    Lines that are sold out. The caller saves the order.
    """
    lines = list(order.lines.all())
    until = (order.first_held_at or now) + PART_PAID
    if until <= now or not _is_within_limit(order, sum((line.quantity for line in lines), Decimal(0))):
        return []
    missing = stock.hold_what_is_left(lines)
    order.first_held_at, order.reserved_until = order.first_held_at or now, until
    return missing


def release(order_id: UUID, *, now: datetime) -> Order:
    """Put the order's pieces back on the shelf; the order stays as it is."""
    order = locked_open(order_id)
    _put_back(order, now)
    return order


def list_tenants_with_due(now: datetime) -> list[UUID]:
    """Tenants with an order whose time is over."""
    with fleet_scope():
        return list(_due(now).order_by().values_list("tenant_id", flat=True).distinct())


def expire_due(now: datetime) -> int:
    """End what is over in the tenant in scope: pieces go back, and orders that nobody pays are given up."""
    # SKIP LOCKED: an order that is being paid at this moment is over with the next look, or paid.
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
