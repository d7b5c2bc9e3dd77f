"""What the nodes of the orders journey hand to each other."""

from typing import TypedDict

from journeys.orders.wish import OrderWish
from journeys.reply import Reply
from journeys.state import ConversationState
from tools.payments.order_get_status import OrderStatus


class OrdersFlow(TypedDict, total=False):
    """One turn of the journey; it ends when there is a reply."""

    state: ConversationState
    text: str
    answer: str
    wish: OrderWish
    found: tuple[OrderStatus, ...]
    """Her orders, the one that is meant first."""
    unknown_receipt: str
    """A code she named that is neither an order's nor a payment's."""
    reply: Reply
    fallback: Reply
    links: tuple[str, ...]
