"""The first half of every payment: all that must hold is checked, and its row is written, in one transaction.

The order is locked from the check to the commit, so that what the customer said yes to is what is charged.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from tools.contract import Refusal, ToolContext
from tools.orders import selectors as orders
from tools.orders import services
from tools.orders.models import Order
from tools.orders.refusals import OrderClosed, OrderRefused
from tools.payments import selectors
from tools.payments.charging import refusals
from tools.payments.models import Payment, PaymentAccount
from tools.payments.outcome.schedule import PROMPT_LIFE, SENDING_LIMIT

Method, Status = Payment.Method, Payment.Status
BETWEEN_PROMPTS, BETWEEN_EQUALS = timedelta(minutes=1), timedelta(minutes=2)
BUSY = "busy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A payment's row, and whether this call wrote it; a row of an earlier try of the same turn is not sent again."""

    payment: Payment
    account: PaymentAccount
    order: Order
    is_new: bool


def begin(order_id: str, method: Payment.Method, context: ToolContext, *, phone: str = "") -> Begun | Refusal:
    """In the tenant scope that is open, or what speaks against it; an order brought to today's prices stays so."""
    try:
        return _begun(order_id, method, context, phone)
    except OrderRefused as refused:
        return refused.refusal()


def _begun(order_id: str, method: Payment.Method, context: ToolContext, phone: str) -> Begun:
    order = services.locked(orders.get_own(order_id, customer_id=context.customer_id).pk)
    earlier = Payment.objects.select_related("account").filter(request_id=context.request_id, method=method).first()
    if earlier is not None:
        return Begun(payment=earlier, account=earlier.account, order=order, is_new=False)
    account = _payable(order, method)
    order = _confirmed(order, context)
    if method == Method.MPESA_STK:
        _no_other_prompt(order, phone, context.now)
    with transaction.atomic():
        _set_aside(order, method, context.now)
    payment = _written(order, account, method, context, phone)
    return Begun(payment=payment, account=account, order=order, is_new=True)


def _payable(order: Order, method: Payment.Method) -> PaymentAccount:
    if order.status in (Order.Status.CANCELLED, Order.Status.EXPIRED):
        raise OrderClosed(number=order.number, status=str(order.status))
    if not order.due:
        raise refusals.AlreadyPaid
    account = selectors.find_account_for(order, method)
    if account is None or str(method) not in selectors.list_methods(order):
        raise refusals.MethodDisabled
    return account


def _confirmed(order: Order, context: ToolContext) -> Order:
    """The order at today's prices, which must be what the customer said yes to."""
    if not context.confirmed_quote:
        raise refusals.NotConfirmed
    if order.status == Order.Status.DRAFT:
        services.reprice(order.pk, now=context.now)
        order = services.locked(order.pk)
    if orders.quote_of(order) != context.confirmed_quote:
        raise refusals.QuoteChanged(total=str(order.total), due=str(order.due), currency=order.currency)
    return order


def _no_other_prompt(order: Order, phone: str, now: datetime) -> None:
    """One prompt an order, one a minute to a phone, and none that M-Pesa would take for the last one's double."""
    prompts = Payment.objects.filter(method=Method.MPESA_STK)
    mine = prompts.filter(order=order, is_prompting=True)
    if mine.filter(created_at__gt=now - PROMPT_LIFE).exists():
        raise refusals.PaymentPending
    mine.update(is_prompting=False)
    soon = Q(status__in=[Status.CREATED, Status.PENDING, Status.UNKNOWN]) | Q(told_code=BUSY)
    equal = Q(status=Status.PAID, amount=order.due)
    recent = prompts.filter(phone_e164=phone)
    waits = [
        (last.created_at + gap - now).total_seconds()
        for kind, gap in ((soon, BETWEEN_PROMPTS), (equal, BETWEEN_EQUALS))
        if (last := recent.filter(kind, created_at__gt=now - gap).order_by("-created_at").first())
    ]
    if waits:
        raise refusals.TooSoon(seconds=max(1, round(max(waits))))


def _set_aside(order: Order, method: Payment.Method, now: datetime) -> None:
    """The pieces wait for the money. Under a prompt the order cannot be changed; a page or a paybill leaves it free."""
    if method == Method.MPESA_STK:
        services.place(order.pk, until=now + PROMPT_LIFE, now=now)
    else:
        services.hold(order.pk, now=now)


def _written(
    order: Order, account: PaymentAccount, method: Payment.Method, context: ToolContext, phone: str
) -> Payment:
    payment = Payment(
        order=order,
        customer_id=order.customer_id,
        account=account,
        conversation_id=context.conversation_id,
        request_id=context.request_id,
        method=method,
        amount=order.due,
        currency=order.currency,
        quote=context.confirmed_quote,
        phone_e164=phone,
        is_prompting=method == Method.MPESA_STK,
        ask_at=context.now + SENDING_LIMIT,
    )
    payment.save(force_insert=True)
    return payment
