"""resume: an order that is still open is changed in the cart, and paid in the checkout."""

from typing import Any, Final

from journeys.checkout import answers, purchase
from journeys.checkout.graph import checkout
from journeys.checkout.shown.summary import summary
from journeys.checkout.shown.ways import choice
from journeys.flow import Turn
from journeys.orders.cancel import is_withdrawable
from journeys.orders.flow import OrdersFlow
from journeys.orders.order_status_response import respond
from journeys.orders.person import handed_over
from journeys.orders.shown.standing import is_payable
from journeys.state import Asked
from journeys.wording.phrases import say

WAYS_ON: Final = ((answers.PAY, "change_done"), (answers.MORE, "change_more"), (answers.CANCEL, "change_cancel"))


def change(flow: OrdersFlow, runtime: Turn) -> dict[str, Any]:
    """A draft leads back to the cart; what is paid or under way is for a person to change."""
    state, status = flow["state"], flow["found"][0]
    if not is_withdrawable(status, state):
        return handed_over(flow, runtime, reason="change")
    state = purchase.remembered(state, status.order)
    titles = tuple(say(name, state) for _, name in WAYS_ON)
    asked = Asked(kind="cart", journey="sales", options=tuple(id for id, _ in WAYS_ON), titles=titles)
    text = "\n\n".join([say("change_what", state), summary(status.order, state), say("change_hint", state)])
    state = state.having(asked=asked, journey="sales", journey_at=runtime.context.tools.now)
    return {"state": state, "reply": choice(text, asked, state)}


def pay(flow: OrdersFlow, runtime: Turn) -> dict[str, Any]:
    """What is open goes on in the checkout; of anything else it is told how it stands."""
    state, status = flow["state"], flow["found"][0]
    is_other = state.order_id not in (None, status.order.order_id)
    if is_other or not is_payable(status):
        return respond(flow, runtime)
    return checkout({"state": purchase.remembered(state, status.order)}, runtime)
