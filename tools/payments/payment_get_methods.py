"""Fetches the ways in which an order can be paid now; refuses an order that cannot be paid."""

from pydantic import Field

from tools.contract import Args, Result
from tools.orders.facts import OrderFacts


class PaymentGetMethodsArgs(Args):
    """Which order."""

    order_id: str = Field(max_length=40, description="The order to pay.")


class PaymentGetMethodsResult(Result):
    """The order as it is to be paid, and the tenant's ways: mpesa_stk, mpesa_c2b, card."""

    order: OrderFacts
    methods: list[str]
    phone_e164: str | None = Field(description="The customer's number, if it can be charged.")


# Refusals: order_unknown, nothing_to_pay, no_methods, order_closed.
