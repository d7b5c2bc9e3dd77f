"""Asks the customer's phone for their M-Pesa PIN; refuses unless they said yes to this order and amount."""

from decimal import Decimal

from pydantic import Field

from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.payments import charging, phones, refusals
from tools.payments.models import Payment


class PaymentInitiateStkPushArgs(Args):
    """Which order, and whose phone. The amount is the order's."""

    order_id: str = Field(max_length=40, pattern=PLAIN_TEXT, description="The order to pay.")
    phone_e164: str = Field(
        max_length=20, pattern=PLAIN_TEXT, description="The number that shall be charged, as the customer confirmed it."
    )


class PaymentInitiateStkPushResult(Result):
    """The request is on its way; whether it is paid, only the provider tells later."""

    payment_id: str
    status: str = Field(description="pending, or unknown when no answer came")
    amount: Decimal
    currency: str
    phone_e164: str


def run(args: PaymentInitiateStkPushArgs, context: ToolContext) -> PaymentInitiateStkPushResult | Refusal:
    phone = phones.to_e164(args.phone_e164)
    if phone is None:
        return refusals.PhoneInvalid().refusal()
    payment = charging.charge(args.order_id, Payment.Method.MPESA_STK, context, phone=phone)
    if isinstance(payment, Refusal):
        return payment
    return PaymentInitiateStkPushResult(
        payment_id=str(payment.pk),
        status="unknown" if payment.status == Payment.Status.UNKNOWN else "pending",
        amount=payment.amount,
        currency=payment.currency,
        phone_e164=payment.phone_e164,
    )


TOOL = Tool(
    name="payment_initiate_stk_push",
    effect="money",
    description="Ask a phone for its M-Pesa PIN, for what is due on an order. Refuses without the customer's yes to "
    "this order and amount, and while another STK request is open.",
    args=PaymentInitiateStkPushArgs,
    result=PaymentInitiateStkPushResult,
    run=run,
    network=True,
)
