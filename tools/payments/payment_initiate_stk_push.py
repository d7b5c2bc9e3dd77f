"""Asks the customer's phone for her M-Pesa PIN; refuses unless she said yes to this order and amount."""

from decimal import Decimal

from pydantic import Field

from tools.contract import Args, Result


class PaymentInitiateStkPushArgs(Args):
    """Which order, and whose phone. The amount is the order's."""

    order_id: str = Field(max_length=40, description="The order to pay.")
    phone_e164: str = Field(
        max_length=20, description="The number that shall be charged, as the customer confirmed it."
    )


class PaymentInitiateStkPushResult(Result):
    """The prompt is on its way; whether it is paid, only the provider tells later."""

    payment_id: str
    status: str = Field(description="pending, or unknown when no answer came")
    amount: Decimal
    currency: str
    phone_e164: str


# Refusals: order_unknown, order_closed, already_paid, method_disabled, not_confirmed, quote_changed (facts: total,
# currency), out_of_stock (facts: title, available), phone_invalid, payment_pending (one prompt at a time),
# too_soon (facts: seconds), provider_down, provider_refused.
