"""Reading orders, inside the tenant in scope; a customer's tools only ever find their own."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from tenants.models import Tenant
from tools.catalog.models import Category
from tools.catalog.units import as_json
from tools.orders import delivery, numbers, totals
from tools.orders.facts import DiscountFacts, LineFacts, OrderFacts
from tools.orders.models import DeliveryArea, Order, OrderDiscount, OrderLine
from tools.orders.refusals import OrderUnknown


def find_own(order_id: str, *, customer_id: UUID) -> Order | None:
    """The customer's order of this id."""
    try:
        pk = UUID(order_id)
    except ValueError:
        return None
    return Order.objects.filter(pk=pk, customer_id=customer_id).first()


def get_own(order_id: str, *, customer_id: UUID) -> Order:
    """The customer's order of this id; raises OrderUnknown."""
    order = find_own(order_id, customer_id=customer_id)
    if order is None:
        raise OrderUnknown
    return order


def find_by_number(number: str, *, customer_id: UUID | None = None) -> Order | None:
    """The order of this number, however it is written; with a customer, only if it is theirs."""
    rows = Order.objects.filter(number=numbers.normalised(number)[:20])
    return (rows if customer_id is None else rows.filter(customer_id=customer_id)).first()


def find_draft(conversation_id: UUID) -> Order | None:
    """The order that is being put together in this conversation."""
    return Order.objects.filter(conversation_id=conversation_id, status=Order.Status.DRAFT).first()


def list_recent(customer_id: UUID, *, most: int = 3) -> list[Order]:
    """The customer's orders, the latest first."""
    rows: QuerySet[Order] = Order.objects.filter(customer_id=customer_id).order_by("-created_at", "-id")
    return list(rows[:most])


def payment_status(order: Order) -> str:
    """unpaid, part_paid, paid or overpaid, by the money that has arrived."""
    if not order.paid_total:
        return "paid" if order.paid_at else "unpaid"
    if order.excess:
        return "overpaid"
    return "part_paid" if order.due else "paid"


def find_delivery_area(order: Order, lines: Iterable[OrderLine]) -> delivery.Area | None:
    """Where these goods are brought to, as the business has set it up; None when what that costs is not known."""
    place = order.delivery.get("place")
    if not place or order.delivery.get(delivery.HOW) == delivery.COLLECTED:
        return None
    areas = [_area(row) for row in DeliveryArea.objects.all()]
    # The fees are in the currency of the business, whose goods may be sold in another.
    if not areas or not Tenant.objects.filter(currency=order.currency).exists():
        return None
    bought = [line.variant_id for line in lines if line.variant_id]
    shelves = Category.objects.filter(products__variants__in=bought).values_list("path", flat=True).distinct()
    return delivery.find(areas, place, list(shelves))


def _is_place_untold(order: Order) -> bool:
    is_told = order.delivery.get("place") or order.delivery.get(delivery.HOW) == delivery.COLLECTED
    return order.status == Order.Status.DRAFT and not is_told and DeliveryArea.objects.exists()


def _area(row: DeliveryArea) -> delivery.Area:
    tariff = totals.Tariff(fee=row.fee, free_from=row.free_from)
    return delivery.Area(name=row.name, places=tuple(row.places), shelves=tuple(row.categories), tariff=tariff)


def facts_of(order: Order) -> OrderFacts:
    """The order as a tool tells it, read anew from its lines and discounts."""
    lines, discounts = list(order.lines.order_by("position")), list(order.discounts.order_by("id"))
    return OrderFacts(
        order_id=str(order.pk),
        number=order.number,
        status=order.status,
        lines=[_line(line) for line in lines],
        subtotal=order.subtotal,
        discounts=[_discount(discount) for discount in discounts],
        delivery_fee=order.delivery_fee,
        is_place_untold=_is_place_untold(order),
        total=order.total,
        currency=order.currency,
        paid=order.paid_total,
        due=order.due,
        quote=_quote(order, lines, discounts),
        reserved_until=order.reserved_until,
        created_at=order.created_at,
        delivery={name: value for name, value in order.delivery.items() if value},
    )


def quote_of(order: Order) -> str:
    """What a customer's yes to this order is bound to: lines, prices, discounts, the fee, and what is still to pay."""
    return facts_of(order).quote


def _quote(order: Order, lines: list[OrderLine], discounts: list[OrderDiscount]) -> str:
    bought = [(line.sku, as_json(line.quantity), line.unit_price, line.line_total) for line in lines]
    taken_off = [(discount.name, discount.code, discount.amount) for discount in discounts]
    return totals.quote(order.pk, order.currency, bought, taken_off, order.delivery_fee, order.total, order.due)


def _line(line: OrderLine) -> LineFacts:
    return LineFacts(
        sku=line.sku,
        item_id=str(line.item_id),
        title=line.title,
        options={name: str(value) for name, value in line.options.items()},
        unit=line.unit,
        quantity=line.quantity,
        unit_price=line.unit_price,
        line_total=line.line_total,
    )


def _discount(discount: OrderDiscount) -> DiscountFacts:
    return DiscountFacts(name=discount.name, code=discount.code or None, amount=discount.amount)
