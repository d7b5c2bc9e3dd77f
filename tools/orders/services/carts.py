"""A conversation's draft: put together, changed, priced anew, withdrawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import IntegrityError, transaction

from tools.catalog.models import Variant
from tools.catalog.units import fits
from tools.orders import numbers
from tools.orders.models import Order, OrderLine
from tools.orders.refusals import ItemInactive, ItemUnknown, MixedCurrencies, NotADraft, NothingToWithdraw, NotWhole
from tools.orders.services import stock
from tools.orders.services.holds import begin, reach
from tools.orders.services.record import CUSTOMER, OPEN, SYSTEM, locked_draft, note, recount, standing_of, tell
from tools.orders.totals import CENT

# A draft survives a night's sleep and the day after.
KEPT = timedelta(days=2)
# 16 · 8 to the fourth are 268 million numbers: ten tries in a row fail only when something is broken.
MOST_TRIES = 10


class NumbersExhausted(RuntimeError):
    """No free order number was found in ten tries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedLine:
    """One line that a customer wants, and the price they were shown."""

    sku: str
    quantity: Decimal
    shown_price: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceChange:
    """A price that is not the one the customer was shown."""

    sku: str
    title: str
    shown: Decimal
    now: Decimal


def put_together(
    wanted: Sequence[WantedLine],
    *,
    conversation_id: UUID,
    customer_id: UUID,
    now: datetime,
    choose: numbers.Choose,
    delivery: Mapping[str, str] | None = None,
) -> tuple[Order, list[PriceChange]]:
    """The conversation's draft with exactly these lines, at today's prices, without discounts.

    Its stock is set aside as far as the rule allows (services.holds).

    Raises ItemUnknown, ItemInactive, NotWhole, MixedCurrencies, OutOfStock or NotADraft, and then leaves all as it was.
    """
    merged = _merged(wanted)
    with transaction.atomic():
        variants = _variants([line.sku for line in merged])
        for line in merged:
            if not fits(line.quantity, variants[line.sku].unit):
                raise NotWhole(sku=line.sku, title=variants[line.sku].product.title, unit=variants[line.sku].unit)
        currency = _currency_of(list(variants.values()))
        order, is_new = _draft(conversation_id, customer_id, currency, now, choose)
        lines = [_line(order, place, line, variants[line.sku]) for place, line in enumerate(merged)]
        if delivery is not None:
            order.delivery = dict(delivery)
        _replace(order, lines, now)
        what = f"{'Put together' if is_new else 'Changed'}: {', '.join(map(str, lines))}"
        note(order, what, by=CUSTOMER, now=now)
        if is_new:
            tell(order, "order.created")
    return order, _changes(merged, variants)


def withdraw(*, conversation_id: UUID, now: datetime) -> Order:
    """Give up the conversation's unpaid order and put its pieces back; raises NothingToWithdraw or NotADraft."""
    order = _find_open(conversation_id, now)
    if order is None:
        raise NothingToWithdraw
    stock.put_back(order)
    order.discounts.all().delete()
    order.status, order.reserved_until, order.paying_until = Order.Status.CANCELLED, None, None
    recount(order, list(order.lines.all()))
    order.save()
    note(order, "Withdrawn", by=CUSTOMER, now=now)
    tell(order, "order.cancelled")
    return order


def reprice(order_id: UUID, *, now: datetime) -> list[PriceChange]:
    """Bring a draft to today's catalog prices; a change drops its discounts, for they were reckoned on the old ones."""
    order = locked_draft(order_id)
    lines = list(order.lines.select_related("variant"))
    changed = [line for line in lines if line.variant and line.variant.price.quantize(CENT) != line.unit_price]
    if not changed:
        return []
    changes = []
    for line in changed:
        price = line.variant.price.quantize(CENT)
        changes.append(PriceChange(sku=line.sku, title=line.title, shown=line.unit_price, now=price))
        line.unit_price = price
    order.discounts.all().delete()
    recount(order, lines)
    OrderLine.objects.bulk_update(lines, ["unit_price", "line_total"])
    order.save()
    note(order, "Brought to today's prices", by=SYSTEM, now=now)
    return changes


def _merged(wanted: Sequence[WantedLine]) -> list[WantedLine]:
    """One line a SKU, in the order in which they were first named."""
    found: dict[str, WantedLine] = {}
    for line in wanted:
        before = found.get(line.sku)
        quantity = line.quantity + (before.quantity if before else Decimal(0))
        found[line.sku] = WantedLine(sku=line.sku, quantity=quantity, shown_price=line.shown_price)
    return list(found.values())


def _variants(skus: Sequence[str]) -> dict[str, Variant]:
    found = {row.sku: row for row in Variant.objects.select_related("product").filter(sku__in=skus)}
    for sku in skus:
        if sku not in found:
            raise ItemUnknown(sku=sku)
        if not found[sku].product.is_active:
            raise ItemInactive(sku=sku, title=found[sku].product.title)
    return found


def _currency_of(variants: Sequence[Variant]) -> str:
    currencies = {variant.currency for variant in variants}
    if len(currencies) != 1:
        raise MixedCurrencies
    return str(currencies.pop())


def _draft(
    conversation_id: UUID, customer_id: UUID, currency: str, now: datetime, choose: numbers.Choose
) -> tuple[Order, bool]:
    """The order to be changed, and whether it is new. A number may be taken, and another draft may come first."""
    for _ in range(MOST_TRIES):
        if order := _find_open(conversation_id, now):
            order.currency = currency
            return order, False
        fields = {"customer_id": customer_id, "conversation_id": conversation_id, "currency": currency}
        try:
            with transaction.atomic():
                number = numbers.new_number(choose)
                return Order.objects.create(number=number, expires_at=now + KEPT, **fields), True
        except IntegrityError:
            continue
    raise NumbersExhausted


def _find_open(conversation_id: UUID, now: datetime) -> Order | None:
    """The conversation's draft, or its placed order whose payment came to nothing; raises NotADraft while one runs."""
    # A payment that begins locks the order first: it finds these lines, or these find the payment. NO KEY: see
    # `record`.
    rows = Order.objects.select_for_update(no_key=True).filter(
        conversation_id=conversation_id, status__in=OPEN, paid_total=0
    )
    order = min(rows, key=lambda row: row.status != Order.Status.DRAFT, default=None)
    if order and order.status == Order.Status.PLACED and order.paying_until and order.paying_until > now:
        raise NotADraft(**standing_of(order))
    return order


def _line(order: Order, place: int, wanted: WantedLine, variant: Variant) -> OrderLine:
    return OrderLine(
        order=order, position=place, variant=variant, sku=variant.sku, item_id=variant.product_id,
        title=variant.product.title, options=variant.options, unit_price=variant.price.quantize(CENT),
        unit=variant.unit, quantity=wanted.quantity, held=0,
    )  # fmt: skip


def _replace(order: Order, lines: list[OrderLine], now: datetime) -> None:
    """The draft's old lines and discounts go, the new ones come; pieces in both stay set aside, while any may be."""
    until = reach(order, sum((line.quantity for line in lines), Decimal(0)), now=now, is_yes=False)
    names = {line.variant_id: (line.sku, line.title) for line in lines if line.variant_id}
    wanted = {line.variant_id: line.quantity for line in lines if line.variant_id}
    stock.move(held=stock.held_by(order), wanted=wanted if until else {}, names=names)
    if until is None:
        stock.look(lines)
    order.lines.all().update(held=0)  # moved above; a line that goes gives back what it holds
    order.lines.all().delete()
    order.discounts.all().delete()
    recount(order, lines)
    for line in lines:
        line.held = line.quantity if until else 0
    OrderLine.objects.bulk_create(lines)
    order.status, order.placed_at, order.paying_until = Order.Status.DRAFT, None, None
    order.reserved_until, order.expires_at = None, now + KEPT
    if until:
        begin(order, until, now)
    order.save()


def _changes(wanted: Sequence[WantedLine], variants: dict[str, Variant]) -> list[PriceChange]:
    return [
        PriceChange(sku=line.sku, title=variants[line.sku].product.title, shown=line.shown_price, now=price)
        for line in wanted
        if (price := variants[line.sku].price.quantize(CENT)) != line.shown_price and line.shown_price is not None
    ]
