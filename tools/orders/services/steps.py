"""An order's way from status to status, along the allowed steps only; what a person decides, its customer hears of."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from tools import events
from tools.orders.models import Order
from tools.orders.refusals import StepForbidden
from tools.orders.services import stock
from tools.orders.services.holds import hold
from tools.orders.services.record import SYSTEM, locked, note, standing_of, tell

Status = Order.Status
# Where a person may send an order. Paid is not among them: only money makes an order paid.
NEXT: Mapping[str, tuple[Status, ...]] = {
    Status.DRAFT: (Status.CANCELLED,),
    Status.PLACED: (Status.CANCELLED,),
    Status.PAID: (Status.PREPARING, Status.SHIPPED, Status.DELIVERED, Status.CANCELLED),
    Status.PREPARING: (Status.SHIPPED, Status.DELIVERED, Status.CANCELLED),
    Status.SHIPPED: (Status.DELIVERED,),
    Status.DELIVERED: (),
    Status.CANCELLED: (),
    Status.EXPIRED: (),
}


def place(order_id: UUID, *, until: datetime, now: datetime) -> Order:
    """A charge is on its way to the customer's phone: the order cannot be changed before `until`.

    Raises OutOfStock, OrderClosed or NotADraft.
    """
    order = hold(order_id, now=now)
    order.paying_until = until
    was_draft = order.status == Status.DRAFT
    if was_draft:
        order.status, order.placed_at = Status.PLACED, now
    order.save()
    if was_draft:
        note(order, "Placed: a payment was asked for", by=SYSTEM, now=now)
        tell(order, "order.placed")
    return order


def reopen(order_id: UUID, *, now: datetime) -> Order:
    """The charge came to nothing: an order of which nothing is paid may be changed again; others stay as they are."""
    order = locked(order_id)
    is_free = not Order.objects.filter(conversation_id=order.conversation_id, status=Status.DRAFT).exists()
    order.paying_until = None
    if order.status == Status.PLACED and not order.paid_total and is_free:
        order.status, order.placed_at = Status.DRAFT, None
        note(order, "Open again: the payment came to nothing", by=SYSTEM, now=now)
    order.save()
    return order


def advance(order_id: UUID, *, status: str, by: str, now: datetime) -> Order:
    """Take the order the step that a person has chosen, and tell its conversation; raises StepForbidden."""
    order = locked(order_id)
    if status not in NEXT[order.status]:
        raise StepForbidden(**standing_of(order), wanted=str(status))
    order.status = status
    if status == Status.CANCELLED:
        stock.put_back(order)
        order.reserved_until = order.paying_until = None
    order.save()
    note(order, Status(status).label, by=by, now=now)
    if status == Status.CANCELLED:
        tell(order, "order.cancelled")
    _tell(order)
    return order


def _tell(order: Order) -> None:
    if order.erased_at is not None:  # there is nobody left to tell
        return
    events.record(
        name="order.status_changed",
        key=f"order.status_changed:{order.pk}:{order.status}",
        conversation_id=order.conversation_id,
        customer_id=order.customer_id,
        facts=standing_of(order) | {"total": str(order.total), "currency": order.currency},
    )
