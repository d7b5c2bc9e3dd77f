"""confirm: shows exactly what will be paid, how and from which number, and asks for a yes to it; or for the number."""

from collections.abc import Iterator
from typing import Any, Final

from journeys.checkout import noted
from journeys.checkout.commands import ConfirmPayment, Decline, OtherNumber, OtherWay
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.shown import C2B, delivery_told, pay_to, summary
from journeys.context import TurnContext
from journeys.flow import Turn
from journeys.reply import Text
from journeys.state import Choice, Confirm, ConversationState, Tell
from journeys.wording.choices import choice
from journeys.wording.money import money
from journeys.wording.phrases import say

STK: Final = "mpesa_stk"


def confirm(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    """A yes is a yes to this order at this amount, which are in the quote that the question bears, and to this way."""
    state = flow["state"]
    if state.purchase.payment_method == STK:
        state = state.having(payment_phone=state.purchase.payment_phone or flow.get("phone"))
        if state.purchase.payment_phone is None:
            return ask_number(flow, "which_number")
    asked = _asked(flow, state)
    words = [
        *flow.get("leading", ()),
        *_words(flow, state, runtime.context),
        say("confirm_hint", state, ways=" / ".join(each.title for each in asked.choices)),
    ]
    runtime.context.trace.notes["asked_to_confirm"] = {"quote": asked.quote, "method": asked.method}
    return {"state": state.having(asked=asked), "reply": choice("\n\n".join(words), asked, state)}


def _words(flow: CheckoutFlow, state: ConversationState, context: TurnContext) -> Iterator[str]:
    order = flow["order"]
    yield "\n".join([say("check_order", state, number=order.number), summary(order, state)])
    if noted := _noted(state, context):
        yield noted
    yield from flow.get("hints", ())
    if state.purchase.payment_method == C2B:
        yield from pay_to(flow.get("pay_to"), state)
    amount = money(order.due, order.currency)
    yield say(f"confirm_{state.purchase.payment_method}", state, amount=amount, phone=state.purchase.payment_phone)


def _noted(state: ConversationState, context: TurnContext) -> str:
    """Whose it is, when it is wanted and what is noted on it; empty where this very message has been told so."""
    told = (each.reply.text for each in context.served if each.reply is not None)
    if any(say("delivery_noted", state) in text for text in told):
        return ""
    known = {name: value for name, value in noted.as_ordered(state).items() if name != "place"}
    return "\n".join(delivery_told(known, state))


def _asked(flow: CheckoutFlow, state: ConversationState) -> Confirm:
    order, method = flow["order"], str(state.purchase.payment_method)
    way = " ".join(filter(None, [method, state.purchase.payment_phone if method == STK else None]))
    ways = [(ConfirmPayment(quote=order.quote, way=way).written(), "yes_pay")]
    if method == STK:
        ways.append((OtherNumber().written(), "other_number"))
    ways.append((OtherWay().written(), "other_way") if len(flow["methods"]) > 1 else (Decline().written(), "not_now"))
    choices = tuple(Choice(title=say(name, state), command=command) for command, name in ways)
    return Confirm(journey="checkout", method=method, quote=order.quote, way=way, choices=choices)


def ask_number(flow: CheckoutFlow, sentence: str) -> dict[str, Any]:
    state = flow["state"]
    words = [*flow.get("leading", ()), say(sentence, state)]
    asked = Tell(journey="checkout", what="phone")
    return {"state": state.having(asked=asked), "reply": Text(text="\n\n".join(words))}
