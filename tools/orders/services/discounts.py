"""What offers take off a draft; an offer's rules are the offers room's own."""

from collections.abc import Collection
from decimal import Decimal
from uuid import UUID

from tools.orders.models import Order, OrderDiscount
from tools.orders.services.record import locked_draft, recount


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
