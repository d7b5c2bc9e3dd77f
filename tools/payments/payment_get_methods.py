"""Fetches the ways in which an order can be paid now; refuses an order that cannot be paid."""

from pydantic import Field

from tenants.models import Customer
from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.orders import selectors as orders
from tools.orders.facts import OrderFacts
from tools.orders.models import Order
from tools.payments import phones, selectors


class PaymentGetMethodsArgs(Args):
    """Which order."""

    order_id: str = Field(max_length=40, pattern=PLAIN_TEXT, description="The order to pay.")


class PaymentGetMethodsResult(Result):
    """The order as it is to be paid, and the tenant's ways: mpesa_stk, mpesa_c2b, card."""

    order: OrderFacts
    methods: list[str]
    phone_e164: str | None = Field(description="The customer's number, if it can be charged.")


def run(args: PaymentGetMethodsArgs, context: ToolContext) -> PaymentGetMethodsResult | Refusal:
    order = orders.find_own(args.order_id, customer_id=context.customer_id)
    if order is None:
        return Refusal(code="order_unknown", reason="There is no such order of this customer.")
    if order.status in (Order.Status.CANCELLED, Order.Status.EXPIRED):
        return Refusal(code="order_closed", reason="This order is closed.")
    if not order.due:
        return Refusal(code="nothing_to_pay", reason="Nothing is due on this order.")
    methods = selectors.list_methods(order)
    if not methods:
        return Refusal(code="no_methods", reason="This shop takes no payment for this order here.")
    phone = Customer.objects.get(pk=context.customer_id).phone
    return PaymentGetMethodsResult(order=orders.facts_of(order), methods=methods, phone_e164=phones.to_e164(phone))


TOOL = Tool(
    name="payment_get_methods",
    effect="read",
    description="Fetch the ways in which an order can be paid now. Refuses an order that is closed or has nothing due.",
    args=PaymentGetMethodsArgs,
    result=PaymentGetMethodsResult,
    run=run,
)
