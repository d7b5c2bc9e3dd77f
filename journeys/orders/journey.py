"""Orders already made: how they stand, whether they are paid, changing, cancelling and disputing them.

order_status, pay_order, change_order, cancel_order, dispute_order ──▶ look (order_get_status) ──▶ told, the cart,
the till, a question (confirm_cancel, keep_order), or a person
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from journeys.checkout import purchase
from journeys.checkout.commands import Pay
from journeys.checkout.graph import go_on
from journeys.checkout.shown import summary
from journeys.command import Command, written
from journeys.context import TurnContext
from journeys.contract import Done, Journey
from journeys.orders import commands, order_status_response
from journeys.orders.cancel import cancel, confirm_cancel, is_withdrawable, keep_order
from journeys.orders.look import Looked, look
from journeys.orders.order_status_response import respond
from journeys.orders.person import handed_over
from journeys.orders.reading import claims, read
from journeys.orders.standing import is_payable
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.phrases import say

WAYS_ON: Final = (
    (Pay().written(), "change_done"),
    (written("go_on_shopping"), "change_more"),
    (written("empty_cart"), "change_cancel"),
)

PROMPT: Final = """\
Commands about orders already made.
order_status   number as said or ""; about: order, arrival (when will it come),
               payment (did it arrive, "nimelipa", a forwarded M-Pesa message), kept
               (how long it waits for them while it is unpaid), or all (their orders)
pay_order, change_order, cancel_order   of an order already made, by number or ""
dispute_order  wrong, damaged or missing goods, charged twice, wants money back"""


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


def dispute(looked: Looked, state: ConversationState, context: TurnContext) -> Done:
    """Whoever looks into it finds what is known of the order."""
    return handed_over(looked.found, "dispute", state, context)


SERVES: Final[Mapping[type[Command], Callable[[Looked, ConversationState, TurnContext], Done]]] = {
    commands.OrderStatus: order_status_response.respond,
    commands.PayOrder: pay,
    commands.ChangeOrder: change,
    commands.CancelOrder: cancel,
    commands.DisputeOrder: dispute,
}


def act(command: Any, state: ConversationState, context: TurnContext) -> Done:
    match command:
        case commands.ConfirmCancel():
            return confirm_cancel(command, state, context)
        case commands.KeepOrder():
            return keep_order(command, state, context)
    looked = look(command, state, context)
    if isinstance(looked, Done):
        return looked
    return SERVES[type(command)](looked, looked.state, context)


JOURNEY: Final = Journey(
    name="orders",
    intents=("order_status", "payment_help"),
    commands=commands.COMMANDS,
    act=act,
    read=read,
    claims=claims,
    prompt=PROMPT,
    prompt_node="orders",
    nodes={"order_status_response": order_status_response.PROMPT},
    is_sticky=True,
)
