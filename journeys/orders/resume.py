"""resume: an order that is still open is changed in the cart, and paid in the checkout."""

from typing import Final

from journeys.checkout import purchase
from journeys.checkout.commands import Pay
from journeys.checkout.graph import go_on
from journeys.checkout.shown.summary import summary
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.orders.cancel import is_withdrawable
from journeys.orders.look import Looked
from journeys.orders.order_status_response import respond
from journeys.orders.person import handed_over
from journeys.orders.standing import is_payable
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.phrases import say

WAYS_ON: Final = (
    (Pay().written(), "change_done"),
    (written("go_on_shopping"), "change_more"),
    (written("empty_cart"), "change_cancel"),
)


def change(looked: Looked, state: ConversationState, context: TurnContext) -> Done:
    """A draft leads back to the cart; what is paid or under way is for a person to change."""
    status = looked.found[0]
    if not is_withdrawable(status, state):
        return handed_over(looked.found, "change", state, context)
    state = purchase.remembered(state, status.order)
    choices = tuple(Choice(title=say(name, state), command=command) for command, name in WAYS_ON)
    asked = Pick(journey="sales", of="cart", choices=choices)
    text = "\n\n".join([say("change_what", state), summary(status.order, state), say("change_hint", state)])
    state = state.having(asked=asked, journey="sales", journey_at=context.tools.now)
    return Done(state=state, reply=choice(text, asked, state))


def pay(looked: Looked, state: ConversationState, context: TurnContext) -> Done:
    """What is open goes on in the checkout; of anything else it is told how it stands."""
    status = looked.found[0]
    is_other = state.purchase.order_id not in (None, status.order.order_id)
    if is_other or not is_payable(status):
        return respond(looked, state, context)
    return go_on(Pay(), purchase.remembered(state, status.order), context)
