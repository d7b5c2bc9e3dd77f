"""Checkout: from a full cart to a payment under way. Its path is drawn in `graph`."""

from collections.abc import Iterable
from typing import Any, Final

from journeys.asking import asking_back
from journeys.checkout import commands, payment_router_prompt
from journeys.checkout.commands import ChoosePayment, Deliver, UnclearYes
from journeys.checkout.errands import ERRANDS
from journeys.checkout.graph import go_on
from journeys.checkout.reading import answers, continues, read
from journeys.command import Command, written
from journeys.context import TurnContext
from journeys.contract import Done, Journey
from journeys.local.purchase import payment
from journeys.state import ConversationState

# What an operator reads of it; the message itself is in the talk.
LONGEST: Final = 500


def act(command: Command, state: ConversationState, context: TurnContext) -> Done:
    if isinstance(command, Deliver) and _is_being_paid(state):
        about = f"{state.purchase.order_number or ''} {context.text[:LONGEST]}".strip()
        return Done(state=state, then=written("hand_over", reason="change", about=about))
    if _is_unclear(command):
        return asking_back(go_on(command, state, context), state, context)
    return go_on(command, state.having(clarify_turns=0), context)


def _is_being_paid(state: ConversationState) -> bool:
    """Whether the order they speak of is paid, or a payment for it runs: it is not made anew."""
    purchase = state.purchase
    is_paid = purchase.payment_status == "paid" and not (purchase.cart or purchase.choosing)
    return purchase.payment_status == "pending" or is_paid


def _is_unclear(command: Command) -> bool:
    """A yes that is none, or a number that cannot be read."""
    is_unread = isinstance(command, ChoosePayment) and command.phone and payment.phone_in(command.phone) is None
    return isinstance(command, UnclearYes) or bool(is_unread)


def grounds(state: ConversationState) -> Iterable[Any]:
    """The order as it was last shown, and the phone that is to be asked."""
    purchase = state.purchase
    return [
        {"order": purchase.order_number, **purchase.order_totals},
        purchase.payment_phone,
        purchase.delivery.model_dump(),
    ]


JOURNEY: Final = Journey(
    name="checkout",
    commands=commands.COMMANDS,
    act=act,
    read=read,
    answers=answers,
    continues=continues,
    errands=ERRANDS,
    prompt=payment_router_prompt.PROMPT,
    prompt_node="payment_router_prompt",
    grounds=grounds,
)
