"""What the nodes of the checkout hand to each other."""

from typing import TypedDict

from journeys.checkout.commands import Method
from journeys.command import Command
from journeys.reply import Reply
from journeys.state import ConversationState
from tools.orders.facts import OrderFacts
from tools.payments.payment_get_methods import PayTo


class CheckoutFlow(TypedDict, total=False):
    """One turn of the checkout; it ends when there is a reply."""

    state: ConversationState
    command: Command
    leading: tuple[str, ...]
    """What is said before the question."""
    order: OrderFacts
    hints: tuple[str, ...]
    """What offers there are for this order."""
    methods: tuple[Method, ...]
    phone: str | None
    pay_to: PayTo | None
    refused: tuple[str, ...]
    """Ways that have just failed and are not offered again in this turn."""
    next: str
    """The node that mends what the payment was refused for."""
    reply: Reply
    links: tuple[str, ...]
