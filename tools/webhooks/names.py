"""What can be told, by name; past tense, with its room in front."""

from typing import Final

EVENTS: Final = {
    "order.created": "An order is begun",
    "order.placed": "An order is placed: a payment is asked for",
    "order.paid": "An order is paid in full",
    "order.cancelled": "An order is cancelled",
    "payment.confirmed": "Money has arrived for an order",
    "ticket.opened": "A conversation is handed over to a person",
    "ticket.resolved": "A hand-over is resolved",
    "message.received": "A customer has written",
    "refund_case.decided": "A refund case is approved or rejected",
}
MESSAGE_RECEIVED: Final = "message.received"
