"""What a provider and we told each other about one payment, made readable."""

import json
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from tools.payments.models import IncomingPayment, Payment, PaymentExchange

EFFECTS = {
    "noted": "Noted; the provider was asked whether it is so",
    "credited": "The money was credited to its order",
    "held": "The money was kept; it waits until Safaricom confirms it",
    "kept": "The money was kept; it belongs to no order yet",
    "confirmed": "Safaricom confirmed the money",
    "void": "Safaricom says that this money did not come",
    "undecided": "Safaricom gave no clear answer; nothing changed",
    "accepted": "The money was let through",
    "rejected": "The money was turned away",
    "repeated": "Told before; nothing changed",
    "malformed": "Unreadable; nothing changed",
    "unknown_payment": "About no payment of ours; nothing changed",
    "other_checkout": "About another request; nothing changed",
    "other_amount": "The amount is another; nothing changed",
    "other_phone": "The phone is another; nothing changed",
    "other_number": "Meant for another paybill or till; nothing changed",
}
# A payment has a handful; a poll every few minutes for a day makes these.
MOST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One exchange as the page shows it."""

    row: PaymentExchange
    request: str
    answer: str
    outcome: str
    is_bad: bool


def list_of_payment(payment: Payment) -> list[Entry]:
    """The exchanges of a payment, oldest first; paybill money is known by its receipt only."""
    own = PaymentExchange.objects.filter(payment=payment)
    if payment.method == Payment.Method.MPESA_C2B and payment.receipt:
        incoming = payment.incoming.filter(transaction_id=payment.receipt).first()
        return list_of_incoming(incoming) if incoming else _entries(own)
    return _entries(own)


def list_of_incoming(incoming: IncomingPayment) -> list[Entry]:
    """What M-Pesa told about money that came by itself."""
    earlier = Q(account_id=incoming.account_id, receipt=incoming.transaction_id)  # whether it may come
    return _entries(PaymentExchange.objects.filter(Q(incoming=incoming) | earlier))


def _entries(rows: Any) -> list[Entry]:
    return [_entry(row) for row in rows.order_by("created_at", "id")[:MOST]]


def _entry(row: PaymentExchange) -> Entry:
    is_ours = row.direction == PaymentExchange.Direction.OUT
    failed = is_ours and row.response_status is None
    answered = f"No answer ({row.error})" if failed else f"Answered {row.response_status}"
    return Entry(
        row=row,
        request=_pretty(row.request) if row.request else "",
        answer=_pretty(row.response_body),
        outcome=answered if is_ours else EFFECTS.get(row.effect, row.effect),
        is_bad=failed,
    )


def _pretty(told: Any) -> str:
    try:
        read = json.loads(told) if isinstance(told, str) else told
    except ValueError:
        return str(told)
    return json.dumps(read, indent=2, ensure_ascii=False)
