"""An order's row, locked; its timeline; and its totals, written from the one place that computes them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from tools.orders import selectors, totals
from tools.orders.models import Order, OrderDiscount, OrderEvent, OrderLine
from tools.orders.refusals import NotADraft, OrderClosed, OrderUnknown
from tools.webhooks import services as webhooks

CUSTOMER, SYSTEM = "the customer", "the system"
OPEN = (Order.Status.DRAFT, Order.Status.PLACED)
CLOSED = (Order.Status.CANCELLED, Order.Status.EXPIRED)


def locked(order_id: UUID) -> Order:
    """The order as it is now, kept from others until the transaction ends; raises OrderUnknown."""
    # NO KEY: rows that refer to the order (payments, events) may be inserted meanwhile, which FOR UPDATE would hold up.
    order = Order.objects.select_for_update(no_key=True).filter(pk=order_id).first()
    if order is None:
        raise OrderUnknown
    return order


def locked_open(order_id: UUID) -> Order:
    """An order that is neither paid nor closed; raises OrderClosed or NotADraft."""
    order = locked(order_id)
    if order.status in CLOSED:
        raise OrderClosed(**standing_of(order))
    if order.status not in OPEN:
        raise NotADraft(**standing_of(order))
    return order


def locked_draft(order_id: UUID) -> Order:
    """An order that may still be changed; raises NotADraft."""
    order = locked(order_id)
    if order.status != Order.Status.DRAFT:
        raise NotADraft(**standing_of(order))
    return order


def standing_of(order: Order) -> dict[str, Any]:
    """What a refusal tells of its order."""
    return {"number": order.number, "status": str(order.status)}


def note(order: Order, what: str, *, by: str, now: datetime) -> None:
    """Write a line of the timeline."""
    OrderEvent.objects.create(order=order, what=what[:200], by=by[:150], at=now, status=order.status)


def tell(order: Order, event: str) -> None:
    """Tell the tenant's own systems of it, unless its customer was erased."""
    if order.erased_at is None:
        facts = {"order_id": str(order.pk), "total": str(order.total), "currency": order.currency}
        webhooks.record(event, standing_of(order) | facts, customer_id=order.customer_id)


def recount(order: Order, lines: Sequence[OrderLine], discounts: Sequence[OrderDiscount] = ()) -> None:
    """Put the computed amounts into the order, its lines and its discounts; the caller saves them."""
    area = selectors.find_delivery_area(order, lines)
    counted = totals.totals(
        [(line.unit_price, line.quantity) for line in lines],
        [discount.amount for discount in discounts],
        order.currency,
        area.tariff if area else None,
    )
    for line, amount in zip(lines, counted.lines, strict=True):
        line.line_total = amount
    for discount, amount in zip(discounts, counted.discounts, strict=True):
        discount.amount = amount
    order.subtotal, order.discount_total, order.total = counted.subtotal, counted.discount_total, counted.total
    order.delivery_fee, order.delivery_area = counted.delivery_fee, area.name if area else ""
