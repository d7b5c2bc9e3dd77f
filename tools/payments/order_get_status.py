"""Fetches the customer's orders with their payments; one that is pending is asked for at the provider first."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from pydantic import Field

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.orders import selectors as orders
from tools.orders.facts import OrderFacts, PaymentFacts
from tools.orders.models import Order
from tools.payments import polling, selectors
from tools.payments.settlement import schedule


class OrderGetStatusArgs(Args):
    """Which order."""

    number: str | None = Field(
        None, max_length=20, pattern=PLAIN_TEXT, description="The order's number; without it, the latest ones."
    )


class OrderAndPayments(Result):
    """An order, what was paid of it, and every attempt to pay it, the latest first."""

    order: OrderFacts
    payment_status: str = Field(description="unpaid, pending, part_paid, paid, overpaid or refund_asked")
    paid: str = Field(description="How much has arrived, as a decimal.")
    due: str = Field(description="How much is still to pay, as a decimal.")
    payments: list[PaymentFacts]
    set_aside_until: datetime | None = Field(None, description="Until when its goods are kept, by the business's time.")
    open_until: datetime | None = Field(None, description="When it is given up unless it is paid, by the same time.")


class OrderGetStatusResult(Result):
    """The customer's own orders, the latest first, at most three; or the one that was asked for."""

    orders: list[OrderAndPayments]


def run(args: OrderGetStatusArgs, context: ToolContext) -> OrderGetStatusResult | Refusal:
    """A pending payment is asked about first, so that "did it go through?" is answered by who knows."""
    with tenant_scope(context.tenant_id):
        open_payments = selectors.list_open([order.pk for order in _found(args, context)])
    for payment_id in open_payments:
        polling.ask(context.tenant_id, payment_id, now=timezone.now(), apart=schedule.APART_WHEN_ASKED)
    with tenant_scope(context.tenant_id):
        found = _found(args, context)
        if not found:
            return _none(args)
        zone = ZoneInfo(Tenant.objects.values_list("time_zone", flat=True).get())
        return OrderGetStatusResult(orders=[_status(order, zone, context.now) for order in found])


def _found(args: OrderGetStatusArgs, context: ToolContext) -> list[Order]:
    if args.number is None:
        return orders.list_recent(context.customer_id)
    order = orders.find_by_number(args.number, customer_id=context.customer_id)
    return [order] if order else []


def _none(args: OrderGetStatusArgs) -> Refusal:
    if args.number is None:
        return Refusal(code="no_orders", reason="This customer has no orders.")
    return Refusal(code="order_unknown", reason="There is no such order of this customer.")


def _status(order: Order, zone: ZoneInfo, now: datetime) -> OrderAndPayments:
    is_held = order.reserved_until is not None and order.reserved_until > now
    is_waiting = order.status in (Order.Status.DRAFT, Order.Status.PLACED) and not order.paid_total
    return OrderAndPayments(
        order=orders.facts_of(order),
        payment_status=selectors.payment_status(order),
        paid=f"{order.paid_total:.2f}",
        due=f"{order.due:.2f}",
        payments=selectors.list_payments(order),
        set_aside_until=_local(order.reserved_until, zone) if order.reserved_until and is_held else None,
        open_until=_local(order.expires_at, zone) if is_waiting else None,
    )


def _local(at: datetime, zone: ZoneInfo) -> datetime:
    """To the minute, as it may be told."""
    return at.astimezone(zone).replace(second=0, microsecond=0)


TOOL = Tool(
    name="order_get_status",
    effect="read",
    description="Fetch the customer's orders with their payments. One that is pending is asked about at the provider "
    "first. Refuses an order that is not theirs.",
    args=OrderGetStatusArgs,
    result=OrderGetStatusResult,
    run=run,
    network=True,
)
