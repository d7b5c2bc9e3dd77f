"""What stands on an order's page below its own fields: lines, discounts, timeline."""

from decimal import Decimal
from typing import Any

from tenants.admin.scoped import LOOK, ScopedInline, display
from tools.catalog import units
from tools.orders.models import OrderDiscount, OrderEvent, OrderLine


def figure(amount: Decimal) -> str:
    """An amount without its currency: 3,499, with cents only when there are any."""
    return f"{amount:,.2f}".removesuffix(".00")


def money(currency: str, amount: Decimal) -> str:
    """KES 3,499, as customers read it."""
    return f"{currency} {figure(amount)}"


class LineInline(ScopedInline):
    """What was bought, at the price the order holds."""

    model = OrderLine
    verbose_name_plural = "Lines"
    fields = readonly_fields = (
        "product", "sku", "shown_options", "shown_quantity", "shown_price", "shown_total", "set_aside",
    )  # fmt: skip
    ordering = ("position",)
    for_admins = for_operators = LOOK

    @display(description="Product")
    def product(self, line: OrderLine) -> str:
        return line.title

    @display(description="Options")
    def shown_options(self, line: OrderLine) -> str:
        return ", ".join(map(str, line.options.values())) or "-"

    @display(description="Quantity")
    def shown_quantity(self, line: OrderLine) -> str:
        return f"{units.figure(line.quantity)} {line.get_unit_display().lower()}"

    @display(description="Unit price")
    def shown_price(self, line: OrderLine) -> str:
        return money(line.order.currency, line.unit_price)

    @display(description="Line total")
    def shown_total(self, line: OrderLine) -> str:
        return money(line.order.currency, line.line_total)

    @display(description="Taken from stock")
    def set_aside(self, line: OrderLine) -> str:
        return units.figure(line.held)


class DiscountInline(ScopedInline):
    """What offers took off."""

    model = OrderDiscount
    verbose_name_plural = "Discounts"
    fields = readonly_fields = ("name", "code", "source", "shown_amount")
    for_admins = for_operators = LOOK

    @display(description="Amount")
    def shown_amount(self, discount: OrderDiscount) -> str:
        return money(discount.order.currency, discount.amount)


class TimelineInline(ScopedInline):
    """Everything that happened, in order."""

    model = OrderEvent
    verbose_name_plural = "Timeline"
    fields = readonly_fields = ("at", "what", "by", "shown_status")
    ordering = ("id",)
    for_admins = for_operators = LOOK

    @display(description="Status after it")
    def shown_status(self, event: Any) -> str:
        return str(event.get_status_display())
