"""Orders already made: how they stand, whether they are paid, changing, cancelling and disputing them.

order_status, pay_order, change_order, cancel_order, dispute_order ──▶ look (order_get_status) ──▶ told, the cart,
the till, a question (confirm_cancel, keep_order), or a person
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done, Journey
from journeys.orders import commands, order_status_response
from journeys.orders.cancel import cancel, confirm_cancel, keep_order
from journeys.orders.look import Looked, look
from journeys.orders.person import dispute
from journeys.orders.reading import claims, read
from journeys.orders.resume import change, pay
from journeys.state import ConversationState

PROMPT: Final = """\
Commands about orders already made.
order_status   number as said or ""; about: order, payment (did it arrive, "nimelipa", a forwarded M-Pesa message), or
               all (their orders)
pay_order, change_order, cancel_order   of an order already made, by number or ""
dispute_order  wrong, damaged or missing goods, charged twice, wants money back"""

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
