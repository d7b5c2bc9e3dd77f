"""Tells how to pay an order by M-Pesa paybill or till, under a reference of its own; refuses what is not confirmed."""

from decimal import Decimal

from pydantic import Field

from tools.contract import Args, Result


class PaymentGetC2bInstructionsArgs(Args):
    """Which order."""

    order_id: str = Field(max_length=40, description="The order to pay.")


class PaymentGetC2bInstructionsResult(Result):
    """What to type on the phone."""

    payment_id: str
    kind: str = Field(description="paybill or till")
    short_code: str
    account: str = Field(description="The account number to give: the order's number.")
    amount: Decimal
    currency: str


# Refusals: order_unknown, order_closed, method_disabled, not_confirmed, quote_changed (facts: total, currency),
# out_of_stock (facts: title, available).
