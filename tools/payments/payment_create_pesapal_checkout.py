"""Makes a page on which the order is paid by card; refuses unless the customer said yes to this order and amount."""

from decimal import Decimal

from pydantic import Field

from tools.contract import Args, Result


class PaymentCreatePesapalCheckoutArgs(Args):
    """Which order."""

    order_id: str = Field(max_length=40, description="The order to pay.")


class PaymentCreatePesapalCheckoutResult(Result):
    """Where to pay; whether it is paid, only the provider tells later."""

    payment_id: str
    redirect_url: str
    amount: Decimal
    currency: str


# Refusals: order_unknown, order_closed, already_paid, method_disabled, not_confirmed, quote_changed (facts: total,
# currency), out_of_stock (facts: title, available), provider_down, provider_refused.
