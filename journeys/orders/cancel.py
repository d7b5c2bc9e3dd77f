"""cancel: what is not paid is withdrawn after a yes; what is paid, or has left, is for a person to undo."""

from typing import Final

from journeys.checkout import purchase
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.orders.commands import ConfirmCancel, KeepOrder
from journeys.orders.look import Looked
from journeys.orders.person import handed_over
from journeys.orders.standing import OPEN
from journeys.reply import Text
from journeys.state import Choice, ConversationState, YesNo
from journeys.wording.choices import choice
from journeys.wording.money import money
from journeys.wording.phrases import say
from tools.payments.order_get_status import OrderAndPayments

ENDED: Final = frozenset({"cancelled", "expired"})


def cancel(looked: Looked, state: ConversationState, context: TurnContext) -> Done:
    status = looked.found[0]
    number = status.order.number
    if status.order.status in ENDED:
        return Done(state=state, reply=Text(text=say("cancel_already", state, number=number)))
    if status.payment_status == "pending":
        return Done(state=state, reply=Text(text=say("cancel_while_pending", state, number=number)))
    if not is_withdrawable(status, state):
        return handed_over(looked.found, "cancel", state, context)
    ways = ((ConfirmCancel(number=number), "cancel_yes"), (KeepOrder(), "cancel_no"))
    choices = tuple(Choice(title=say(name, state), command=command.written()) for command, name in ways)
    asked = YesNo(journey="orders", choices=choices)
    words = say("cancel_sure", state, number=number, total=money(status.order.total, status.order.currency))
    return Done(state=state.having(asked=asked), reply=choice(words, asked, state))


def is_withdrawable(status: OrderAndPayments, state: ConversationState) -> bool:
    """Open, unpaid, and the one that this conversation is about: there is never another open one in it."""
    is_open = status.order.status in OPEN and status.payment_status == "unpaid"
    return is_open and state.purchase.order_id in (None, status.order.order_id)


def keep_order(command: KeepOrder, state: ConversationState, context: TurnContext) -> Done:
    return Done(state=state.having(asked=None), reply=Text(text=say("cancel_kept", state)))


def confirm_cancel(command: ConfirmCancel, state: ConversationState, context: TurnContext) -> Done:
    """The yes withdraws the draft, once it is seen that it is still the one that was asked about."""
    state = state.having(asked=None)
    found = context.call("order_get_status", number=command.number).result
    orders = tuple(found.orders) if found else ()
    if not orders or not is_withdrawable(orders[0], state):
        return handed_over(orders, "cancel", state, context)
    if context.call("order_create", lines=[]).refusal:
        return handed_over(orders, "cancel", state, context)
    return Done(state=purchase.closed(state), reply=Text(text=say("cancel_done", state, number=command.number)))
