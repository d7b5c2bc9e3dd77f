"""Fetches the ways in which an order can be paid now, or what may be told of them before there is one.

Refuses an order that cannot be paid."""

from pydantic import Field

from tenants.models import Customer
from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.orders import selectors as orders
from tools.orders.facts import OrderFacts
from tools.orders.models import Order
from tools.payments import phones, selectors
from tools.payments.models import Payment


class PaymentGetMethodsArgs(Args):
    """Which order, if there is one yet."""

    order_id: str | None = Field(None, max_length=40, pattern=PLAIN_TEXT, description="The order to pay.")


class PayTo(Result):
    """The number that customers type to pay by themselves. Which money is whose, the order's number tells."""

    kind: str = Field(description="paybill or till")
    number: str


class PaymentGetMethodsResult(Result):
    """The order as it is to be paid, and the tenant's ways: mpesa_stk, mpesa_c2b, card."""

    order: OrderFacts | None
    methods: list[str]
    phone_e164: str | None = Field(description="The customer's number, if it can be charged.")
    pay_to: PayTo | None = Field(None, description="Where mpesa_c2b goes, if it is one of the tenant's ways.")


def run(args: PaymentGetMethodsArgs, context: ToolContext) -> PaymentGetMethodsResult | Refusal:
    if args.order_id is None:
        methods = selectors.list_ways()
        return PaymentGetMethodsResult(order=None, methods=methods, phone_e164=None, pay_to=_pay_to(methods))
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
    facts, phone = orders.facts_of(order), phones.to_e164(Customer.objects.get(pk=context.customer_id).phone)
    return PaymentGetMethodsResult(order=facts, methods=methods, phone_e164=phone, pay_to=_pay_to(methods, order))


def _pay_to(methods: list[str], order: Order | None = None) -> PayTo | None:
    """Of an order the account that it would be paid to."""
    method = Payment.Method.MPESA_C2B
    if method not in methods:
        return None
    account = selectors.find_account_for(order, method) if order is not None else selectors.find_paybill()
    return PayTo(kind=account.kind, number=account.customer_number) if account is not None else None


TOOL = Tool(
    name="payment_get_methods",
    effect="read",
    description="Fetch the ways in which an order can be paid now, or without one the business's ways. Refuses an "
    "order that is closed or has nothing due.",
    args=PaymentGetMethodsArgs,
    result=PaymentGetMethodsResult,
    run=run,
)
