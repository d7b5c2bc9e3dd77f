"""Tells how to pay an order by M-Pesa paybill or till, under a reference of its own; refuses what is not confirmed."""

from decimal import Decimal

from pydantic import Field

from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.payments import charging


class PaymentGetC2bInstructionsArgs(Args):
    """Which order."""

    order_id: str = Field(max_length=40, pattern=PLAIN_TEXT, description="The order to pay.")


class PaymentGetC2bInstructionsResult(Result):
    """What to type on the phone."""

    payment_id: str
    kind: str = Field(description="paybill or till")
    short_code: str
    account: str = Field(description="The account number to give: the order's number.")
    amount: Decimal
    currency: str


def run(args: PaymentGetC2bInstructionsArgs, context: ToolContext) -> PaymentGetC2bInstructionsResult | Refusal:
    payment = charging.instruct(args.order_id, context)
    if isinstance(payment, Refusal):
        return payment
    return PaymentGetC2bInstructionsResult(
        payment_id=str(payment.pk),
        kind=payment.account.kind,
        short_code=payment.account.customer_number,
        account=payment.order.number,
        amount=payment.amount,
        currency=payment.currency,
    )


TOOL = Tool(
    name="payment_get_c2b_instructions",
    effect="write",
    description="Tell which paybill or till, account number and amount pay an order. Refuses without the customer's "
    "yes to this order and amount.",
    args=PaymentGetC2bInstructionsArgs,
    result=PaymentGetC2bInstructionsResult,
    run=run,
)
