"""How an order stands, in words: its status, its bill, and what is known of its payment."""

from datetime import datetime
from decimal import Decimal
from typing import Final

from journeys.checkout.shown import delivery_told, summary
from journeys.state import ConversationState
from journeys.wording.days import moment
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say
from tools.orders.facts import PaymentFacts
from tools.payments.order_get_status import OrderAndPayments

OPEN: Final = frozenset({"draft", "placed"})
TO_PAY: Final = frozenset({"unpaid", "part_paid"})


def card(status: OrderAndPayments, state: ConversationState) -> str:
    """All of it but the heading: the bill, the payment, and what can be done."""
    parts = [summary(status.order, state), *_delivery(status, state), payment_words(status, state)]
    if is_payable(status):
        parts.append(say("order_hint", state))
    return "\n\n".join(parts)


def _delivery(status: OrderAndPayments, state: ConversationState) -> list[str]:
    lines = delivery_told(status.order.delivery, state)
    return ["\n".join(lines)] if lines else []


def heading(status: OrderAndPayments, state: ConversationState) -> str:
    return say("order_heading", state, number=status.order.number, status=status_words(status, state))


def line(status: OrderAndPayments, state: ConversationState) -> str:
    total = money(status.order.total, status.order.currency)
    words = status_words(status, state)
    return say("order_line", state, number=status.order.number, status=words, total=total)


def kept_words(status: OrderAndPayments, state: ConversationState, now: datetime) -> str:
    """How long an order that nobody has paid waits: its goods first, then itself."""
    end = moment(status.open_until, now, state) if status.open_until else "-"
    if status.set_aside_until is None:
        return say("order_kept_open", state, number=status.order.number, end=end)
    until = moment(status.set_aside_until, now, state)
    return say("order_kept", state, number=status.order.number, until=until, end=end)


def status_words(status: OrderAndPayments, state: ConversationState) -> str:
    known = f"order_status_{status.order.status}"
    return say(known, state) if known in phrases() else status.order.status


def is_payable(status: OrderAndPayments) -> bool:
    return status.order.status in OPEN and status.payment_status in TO_PAY


def payment_words(status: OrderAndPayments, state: ConversationState) -> str:
    """What the authoritative source says of the payment, no more."""
    order, currency = status.order, status.order.currency
    paid = next((payment for payment in status.payments if payment.receipt), None)
    kind = status.payment_status
    if kind == "paid" and paid is None:
        kind = "paid_plain"
    values = {
        "number": order.number,
        "total": money(order.total, currency),
        "paid": money(Decimal(status.paid), currency),
        "due": money(Decimal(status.due), currency),
        "receipt": paid.receipt if paid else "-",
        "reason": _reason(status.payments[0] if status.payments else None, state),
    }
    if kind == "unpaid" and values["reason"]:
        kind = "unpaid_failed"
    name = f"payment_is_{kind}"
    return say(name if name in phrases() else "payment_is_unclear", state, **values)


def _reason(payment: PaymentFacts | None, state: ConversationState) -> str:
    """Why the last attempt failed, if it did."""
    if payment is None or payment.status != "failed":
        return ""
    known = f"reason_{payment.reason}"
    return say(known if known in phrases() else "reason_declined", state)
