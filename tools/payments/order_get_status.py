"""Fetches the customer's orders with their payments; one that is pending is asked for at the provider first."""

from pydantic import Field

from tools.contract import Args, Result
from tools.orders.facts import OrderFacts, PaymentFacts


class OrderGetStatusArgs(Args):
    """Which order."""

    number: str | None = Field(None, max_length=20, description="The order's number; without it, the latest ones.")


class OrderStatus(Result):
    """An order, what was paid of it, and every attempt to pay it, the latest first."""

    order: OrderFacts
    payment_status: str = Field(description="unpaid, pending, part_paid, paid, overpaid or refund_asked")
    paid: str = Field(description="How much has arrived, as a decimal.")
    due: str = Field(description="How much is still to pay, as a decimal.")
    payments: list[PaymentFacts]


class OrderGetStatusResult(Result):
    """The customer's own orders, the latest first, at most three; or the one that was asked for."""

    orders: list[OrderStatus]


# Refusals: order_unknown (also another customer's), no_orders.
