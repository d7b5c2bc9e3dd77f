"""What an order was paid and what offers take off: the arithmetic and what follows from it.

Whoever keeps payments credits each once; an offer's rules are the offers room's own.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

import structlog

from tools.orders import selectors
from tools.orders.models import NOTHING, Order, OrderDiscount
from tools.orders.services import stock
from tools.orders.services.holds import PART_PAID, hold_part_paid
from tools.orders.services.record import OPEN, SYSTEM, locked, locked_draft, note, recount, tell

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Credited:
    """The order after money came: `outcome` is part_paid, paid, overpaid, or closed for a cancelled order.

    `excess` is what of this amount went beyond the total. `is_settled_now` is true for the credit that completed it.
    """

    order: Order
    outcome: str
    amount: Decimal
    excess: Decimal
    is_settled_now: bool
    missing: tuple[str, ...] = ()
    """Titles that were sold out before the money came: a person must decide."""

    @property
    def paid(self) -> Decimal:
        return self.order.paid_total

    @property
    def due(self) -> Decimal:
        return self.order.due


def credit(order_id: UUID, *, amount: Decimal, what: str, now: datetime) -> Credited:
    """Count money that has arrived, whatever the order's status: none is ever turned away."""
    if amount <= 0:
        raise ValueError(f"An order cannot be credited {amount}.")
    order = locked(order_id)
    excess_before = order.excess
    order.paid_total += amount
    is_settled_now, missing = _settled(order, now)
    order.save()
    note(order, _sentence(order, what, missing), by=SYSTEM, now=now)
    if is_settled_now:
        tell(order, "order.paid")
    return Credited(
        order=order,
        outcome="closed" if order.status == Order.Status.CANCELLED else selectors.payment_status(order),
        amount=amount,
        excess=amount if order.status == Order.Status.CANCELLED else order.excess - excess_before,
        is_settled_now=is_settled_now,
        missing=missing,
    )


def debit(order_id: UUID, *, amount: Decimal, what: str, now: datetime) -> Order:
    """Take back money that was reversed; an order that is then not paid, and not on its way yet, waits for payment."""
    order = locked(order_id)
    order.paid_total = max(order.paid_total - amount, NOTHING)
    if order.status == Order.Status.PAID and order.due:
        order.status, order.paid_at = Order.Status.PLACED, None
        order.reserved_until = now + PART_PAID
        order.expires_at = max(order.expires_at, order.reserved_until)
    order.save()
    note(order, what, by=SYSTEM, now=now)
    return order


def _settled(order: Order, now: datetime) -> tuple[bool, tuple[str, ...]]:
    """Whether it is paid by this, and what can no longer be had; the caller saves the order."""
    if order.status not in (*OPEN, Order.Status.EXPIRED):
        return False, ()
    order.placed_at, order.paying_until = order.placed_at or now, None
    if order.due:
        order.status = Order.Status.PLACED
        return False, tuple(line.title for line in hold_part_paid(order, now))
    missing = tuple(line.title for line in stock.hold_what_is_left(list(order.lines.all())))
    order.status, order.paid_at, order.reserved_until = Order.Status.PAID, now, None
    if missing:
        log.warning("orders.order.oversold", order_id=str(order.pk), lines=len(missing))
    return True, missing


def _sentence(order: Order, what: str, missing: tuple[str, ...]) -> str:
    closed = "; it had been cancelled: give the money back" if order.status == Order.Status.CANCELLED else ""
    sold_out = f"; sold out meanwhile: {', '.join(missing)}" if missing else ""
    return what + closed + sold_out


def add_discount(order_id: UUID, *, name: str, code: str, source: str, amount: Decimal) -> OrderDiscount:
    """Take an amount off a draft, as far as anything is left to take; raises NotADraft."""
    order = locked_draft(order_id)
    discount = OrderDiscount.objects.create(order=order, name=name, code=code, source=source, amount=amount)
    _count_anew(order)
    discount.refresh_from_db()
    return discount


def remove_discounts(order_id: UUID, discount_ids: Collection[UUID]) -> None:
    """Take these off a draft again; raises NotADraft."""
    order = locked_draft(order_id)
    if discount_ids:
        order.discounts.filter(pk__in=discount_ids).delete()
        _count_anew(order)


def _count_anew(order: Order) -> None:
    discounts = list(order.discounts.order_by("id"))
    recount(order, list(order.lines.order_by("position")), discounts)
    OrderDiscount.objects.bulk_update(discounts, ["amount"])
    order.save()
