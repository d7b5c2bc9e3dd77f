"""Makes a page on which the order is paid by card; refuses unless the customer said yes to this order and amount."""

from decimal import Decimal

from pydantic import Field

from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.payments import charging
from tools.payments.models import Payment


class PaymentCreatePesapalCheckoutArgs(Args):
    """Which order."""

    order_id: str = Field(max_length=40, pattern=PLAIN_TEXT, description="The order to pay.")


class PaymentCreatePesapalCheckoutResult(Result):
    """Where to pay; whether it is paid, only the provider tells later."""

    payment_id: str
    redirect_url: str
    amount: Decimal
    currency: str


def run(args: PaymentCreatePesapalCheckoutArgs, context: ToolContext) -> PaymentCreatePesapalCheckoutResult | Refusal:
    payment = charging.charge(args.order_id, Payment.Method.CARD, context)
    if isinstance(payment, Refusal):
        return payment
    return PaymentCreatePesapalCheckoutResult(
        payment_id=str(payment.pk),
        redirect_url=payment.redirect_url,
        amount=payment.amount,
        currency=payment.currency,
    )


TOOL = Tool(
    name="payment_create_pesapal_checkout",
    effect="money",
    description="Make a page on which what is due on an order is paid by card. Refuses without the customer's yes to "
    "this order and amount.",
    args=PaymentCreatePesapalCheckoutArgs,
    result=PaymentCreatePesapalCheckoutResult,
    run=run,
    network=True,
)
