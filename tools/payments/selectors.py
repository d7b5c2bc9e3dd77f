"""Reading accounts and payments, inside the tenant in scope."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q

from tenants.models import Tenant
from tools.orders import selectors as orders
from tools.orders.facts import PaymentFacts
from tools.orders.models import Order
from tools.payments import registry
from tools.payments.models import Payment, PaymentAccount

Method, Status = Payment.Method, Payment.Status
# A customer asks about their last ones.
MOST_SHOWN = 10


def list_methods(order: Order) -> list[str]:
    """The ways in which what is due can be paid now: switched on by the tenant, and with an account that can do it."""
    enabled = Tenant.objects.values_list("payments_enabled", flat=True).get()
    return [str(method) for method in Method if enabled.get(method) and find_account_for(order, method)]


def list_ways() -> list[str]:
    """The ways that are switched on and have an account in use; whether it can take an order, that order tells."""
    enabled = Tenant.objects.values_list("payments_enabled", flat=True).get()
    in_use = set(PaymentAccount.objects.filter(is_active=True).values_list("provider", flat=True))
    served = {m: {provider.code for provider in registry.list_serving(m)} for m in Method if enabled.get(m)}
    return [str(method) for method, codes in served.items() if codes & in_use]


def find_paybill() -> PaymentAccount | None:
    """The paybill or till in use, where its money is told to us: what was sent to another would wait unseen.

    Of several providers the first listed, as for an order."""
    for provider in registry.list_serving(Method.MPESA_C2B):
        account = PaymentAccount.objects.filter(provider=provider.code, is_active=True).first()
        if account is not None and account.registered_at is not None:
            return account
    return None


def find_account_for(order: Order, method: str) -> PaymentAccount | None:
    """The account in use that can take what is due on the order in this way; of several providers the first listed."""
    for provider in registry.list_serving(method):
        account = PaymentAccount.objects.filter(provider=provider.code, is_active=True).first()
        if account is not None and provider.ways[method].can_take(account, order):
            return account
    return None


def list_payments(order: Order) -> list[PaymentFacts]:
    """Every attempt that reached the customer, the latest first."""
    rows = Payment.objects.filter(order=order).exclude(Q(status=Status.FAILED, sent_at=None))
    return [facts_of(payment) for payment in rows.order_by("-created_at", "-id")[:MOST_SHOWN]]


def list_open(order_ids: Sequence[UUID]) -> list[UUID]:
    """The latest open STK request or card payment of each of these orders."""
    rows = Payment.objects.filter(order_id__in=order_ids, status__in=[Status.CREATED, Status.PENDING, Status.UNKNOWN])
    rows = rows.exclude(method=Method.MPESA_C2B).order_by("order_id", "-created_at").distinct("order_id")
    return list(rows.values_list("pk", flat=True))


def facts_of(payment: Payment) -> PaymentFacts:
    """A payment as tools tell it; one that is being sent counts as unknown."""
    status = Status.UNKNOWN if payment.status == Status.CREATED else payment.status
    return PaymentFacts(
        payment_id=str(payment.pk),
        method=payment.method,
        status=str(status),
        amount=payment.amount,
        currency=payment.currency,
        receipt=payment.receipt or None if payment.status == Status.PAID else None,
        reason=payment.reason or None,
        at=payment.settled_at or payment.created_at,
    )


def payment_status(order: Order) -> str:
    """unpaid, pending, part_paid, paid, overpaid or refund_asked; pending while the provider has yet to tell."""
    payments = Payment.objects.filter(order=order)
    if payments.filter(status=Status.PAID, refund_asked_at__isnull=False).exists():
        return "refund_asked"
    by_money = orders.payment_status(order)
    is_open = payments.filter(status__in=[Status.CREATED, Status.PENDING, Status.UNKNOWN]).exclude(
        method=Method.MPESA_C2B
    )
    return "pending" if by_money in ("unpaid", "part_paid") and is_open.exists() else by_money
