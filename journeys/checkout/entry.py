"""Where the checkout goes on: to the order, to the ways to pay, to the question, or, after a plain yes, to pay."""

from typing import Any, Final

from journeys.checkout import confirm, half_chosen, noted, purchase
from journeys.checkout.commands import (
    ChoosePayment,
    ConfirmPayment,
    Decline,
    Deliver,
    OtherNumber,
    OtherWay,
    UnclearYes,
)
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.shown import C2B, name_of, pay_to
from journeys.command import Command
from journeys.context import TurnContext
from journeys.flow import Turn
from journeys.local.purchase import payment
from journeys.reply import Text
from journeys.state import Confirm, ConversationState
from journeys.wording.phrases import say

PAYS: Final = {"mpesa_stk": "stk", "mpesa_c2b": "c2b", "card": "card"}


def enter(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    """Money moves on one path only: a yes to the quote that was asked, for the order that stands."""
    state, command = flow["state"], flow["command"]
    leading = flow.get("leading", ())
    open_item, before = half_chosen.left_out(state, runtime.context), state
    to_come = runtime.context.commands[1:]
    if isinstance(command, Deliver):
        is_told_later = bool(state.purchase.cart) and any(isinstance(each, Deliver) for each in to_come)
        state, told = noted.noted(command, state, runtime.context, is_told_later=is_told_later)
        if not state.purchase.cart and state.purchase.order_id is None:
            return {"state": state, "reply": Text(text=told)}  # what is asked about an item still stands
        # The order is made anew with it.
        state = half_chosen.kept(before, purchase.changed(state, state.purchase.cart))
        leading = (*leading, *filter(None, [told]))
    if not state.purchase.cart and state.purchase.order_id is None:
        return _without_cart(command, state, runtime.context, open_item)
    leading = (*leading, *open_item)
    match command:
        case ConfirmPayment() if method := _confirmed(command, state):
            return {"next": PAYS[method]}
        case Decline():
            return {"state": state.having(asked=None), "reply": Text(text=say("nothing_charged", state))}
        case OtherNumber():
            return confirm.ask_number(flow, "which_number")
        case ChoosePayment(phone=said) if said and payment.phone_in(said) is None:
            return confirm.ask_number(flow, "number_unreadable")
        case UnclearYes() | ConfirmPayment():
            leading = (*leading, say("say_yes_plainly", state))
    return _on(_as_said(command, state), leading)


def _without_cart(
    command: Command, state: ConversationState, context: TurnContext, open_item: tuple[str, ...]
) -> dict[str, Any]:
    """A number or a way to pay that is told before there is anything to pay is kept for later; `open_item` tells what
    was ordered and waits for its form."""
    told: tuple[str, ...] = ()
    if isinstance(command, ChoosePayment):
        state = _as_said(command, state)
        is_choosing = state.purchase.choosing is not None or bool(state.sales.last_catalog_results)
        if command.method == C2B and (found := context.call("payment_get_methods").result) is not None:
            told = tuple(pay_to(found.pay_to, state))
        if (method := state.purchase.payment_method) and is_choosing:
            noted = say("way_noted", state, way=name_of(method, state))
            return {"state": state, "reply": Text(text="\n\n".join([noted, *told]))}
    return {"state": state, "reply": Text(text="\n\n".join(told or open_item or (say("cart_empty", state),)))}


def _confirmed(yes: ConfirmPayment, state: ConversationState) -> str | None:
    """The method that the yes pays by; None when it is to another quote or another way than was asked about last."""
    asked = state.controls.asked
    if not isinstance(asked, Confirm) or not purchase.is_ordered(state):
        return None
    is_to_it = bool(asked.quote) and (yes.quote, yes.way) == (asked.quote, asked.way)
    return asked.method if is_to_it and asked.method in PAYS else None


def _as_said(command: Command, state: ConversationState) -> ConversationState:
    """Another number, another way."""
    match command:
        case ChoosePayment(method=method, phone=said):
            phone = payment.phone_in(said) if said else None
            if phone:
                return state.having(payment_phone=phone, payment_method=method or "mpesa_stk")
            return state.having(payment_method=method) if method else state
        case OtherWay():
            return state.having(payment_method=None)
    return state


def _on(state: ConversationState, leading: tuple[str, ...]) -> dict[str, Any]:
    changes: dict[str, Any] = {"state": state.having(asked=None), "leading": leading}
    return changes if purchase.is_ordered(state) else changes | {"next": "order_create"}
