"""Stock on its way between the shelf and an order's lines, in its unit; never more than there is, at whatever race.

What is searched for does not depend on how many pieces are left (a filter reads the number itself), so nothing is
indexed or embedded anew.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from uuid import UUID

from django.db.models import F

from tools.catalog.models import Variant
from tools.orders.models import Order, OrderLine
from tools.orders.refusals import OutOfStock

# Nothing is held.
NONE = Decimal(0)
Pieces = Mapping[UUID, Decimal]


def move(*, held: Pieces, wanted: Pieces, names: Mapping[UUID, tuple[str, str]]) -> None:
    """Take from the shelf what is wanted beyond what is held, and put back the rest; raises OutOfStock.

    In one order everywhere: two carts with the same variants then wait for each other instead of deadlocking.
    """
    for pk in sorted({*held, *wanted}):
        more = wanted.get(pk, NONE) - held.get(pk, NONE)
        if more > 0 and not _take(pk, more):
            sku, title = names[pk]
            raise OutOfStock(sku=sku, title=title, available=_left(pk) + held.get(pk, NONE))
        if more < 0:
            Variant.objects.filter(pk=pk).update(stock=F("stock") - more)


def hold(lines: Iterable[OrderLine]) -> None:
    """Set aside every piece of these lines; raises OutOfStock when one cannot be had."""
    waiting = [line for line in lines if not line.held]
    for line in waiting:
        if line.variant_id is None or not _is_sold(line.variant_id):
            raise OutOfStock(sku=line.sku, title=line.title, available=NONE)
    move(
        held={},
        wanted={line.variant_id: line.quantity for line in waiting if line.variant_id},
        names={line.variant_id: (line.sku, line.title) for line in waiting if line.variant_id},
    )
    _mark(waiting)


def look(lines: Iterable[OrderLine]) -> None:
    """Whether every piece of these lines could be had now, which nobody sets aside; raises OutOfStock."""
    for line in lines:
        if line.held:
            continue
        left = _left(line.variant_id) if line.variant_id and _is_sold(line.variant_id) else NONE
        if left < line.quantity:
            raise OutOfStock(sku=line.sku, title=line.title, available=left)


def hold_what_is_left(lines: Sequence[OrderLine]) -> list[OrderLine]:
    """Set aside whatever lines can be had; those that cannot."""
    waiting = sorted((line for line in lines if not line.held), key=lambda line: str(line.variant_id))
    had = [line for line in waiting if line.variant_id and _take(line.variant_id, line.quantity)]
    _mark(had)
    return [line for line in waiting if not line.held]


def held_by(order: Order) -> Pieces:
    """How many pieces of each variant this order holds."""
    return {line.variant_id: line.held for line in order.lines.filter(held__gt=0) if line.variant_id}


def put_back(order: Order) -> None:
    """Put everything that the order holds onto the shelf again."""
    move(held=held_by(order), wanted={}, names={})
    order.lines.filter(held__gt=0).update(held=0)


def put_back_of_deleted(line: OrderLine) -> None:
    """Put back what a line held that is deleted with an order nobody has paid."""
    if line.held and line.variant_id and Order.objects.filter(pk=line.order_id, paid_at=None).exists():
        move(held={line.variant_id: line.held}, wanted={}, names={})


def _take(variant_id: UUID, pieces: Decimal) -> bool:
    rows = Variant.objects.filter(pk=variant_id, stock__gte=pieces)
    return bool(rows.update(stock=F("stock") - pieces))


def _left(variant_id: UUID) -> Decimal:
    return Variant.objects.filter(pk=variant_id).values_list("stock", flat=True).first() or NONE


def _is_sold(variant_id: UUID) -> bool:
    return Variant.objects.filter(pk=variant_id, product__is_active=True).exists()


def _mark(lines: Sequence[OrderLine]) -> None:
    for line in lines:
        line.held = line.quantity
    OrderLine.objects.bulk_update(lines, ["held"])
