"""The events by which a customer hears how their payment ended; left in the transaction that ends it."""

from decimal import Decimal
from typing import Any

from tools import events
from tools.orders.models import Order
from tools.orders.services import Credited
from tools.payments.models import Payment
from tools.webhooks import services as webhooks


def of_credit(payment: Payment, credited: Credited) -> None:
    """Settled, partial or excess, by what is paid and due afterwards."""
    _tell_systems(payment, credited.order)
    facts = {"receipt": payment.receipt, "paid": text(credited.paid)}
    if credited.excess:
        _record("payment.excess", payment, credited.order, facts | {"excess": text(credited.excess)})
    elif credited.due:
        _record("payment.partial", payment, credited.order, facts | {"due": text(credited.due)})
    else:
        _record("payment.settled", payment, credited.order, facts | {"method": payment.method, "due": text(Decimal(0))})


def of_failure(payment: Payment, order: Order) -> None:
    _record("payment.failed", payment, order, {"method": payment.method, "reason": payment.reason})


def of_reversal(payment: Payment, order: Order) -> None:
    _record("payment.reversed", payment, order, {"method": payment.method})


def text(amount: Decimal) -> str:
    """An amount as events and results write it."""
    return f"{amount:.2f}"


def _tell_systems(payment: Payment, order: Order) -> None:
    if order.erased_at is None:
        told = {"payment_id": str(payment.pk), "order_id": str(order.pk), "number": order.number}
        money = {"amount": text(payment.amount), "currency": payment.currency, "receipt": payment.receipt}
        told |= money | {"method": payment.method}
        webhooks.record("payment.confirmed", told, customer_id=payment.customer_id)


def _record(name: str, payment: Payment, order: Order, facts: dict[str, Any]) -> None:
    if order.erased_at is not None:  # there is nobody left to tell
        return
    events.record(
        name=name,
        key=f"{name}:{payment.pk}",
        conversation_id=payment.conversation_id,
        customer_id=payment.customer_id,
        facts={"number": order.number, "amount": text(payment.amount), "currency": payment.currency} | facts,
    )
