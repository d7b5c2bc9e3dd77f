"""Checkout: from a full cart to a payment under way. Its path is drawn in `graph`."""

from collections.abc import Iterable
from typing import Any, Final

from journeys.checkout import commands, payment_router_prompt
from journeys.checkout.graph import go_on
from journeys.checkout.reading import answers, continues, read
from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done, Journey
from journeys.state import ConversationState


def act(command: Command, state: ConversationState, context: TurnContext) -> Done:
    return go_on(command, state, context)


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
    prompt=payment_router_prompt.PROMPT,
    prompt_node="payment_router_prompt",
    grounds=grounds,
)
