"""The three ways to pay, each called only with the quote that the customer has just said yes to.

stk: the request goes to the number they confirmed. c2b: how to send the money by paybill or till, step by step.
card: the page on which a card is entered. Whether it is paid, the provider tells later. What refuses leads on to where
it is mended.
"""

from typing import Any, Final

from journeys.checkout import confirm, purchase, stock
from journeys.checkout.commands import OtherWay, Pay
from journeys.checkout.flow import CheckoutFlow
from journeys.context import TurnContext
from journeys.flow import Turn
from journeys.reply import Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.money import money
from journeys.wording.phrases import say
from tools.contract import Refusal
from tools.payments.payment_get_c2b_instructions import PaymentGetC2bInstructionsResult

STK, C2B, CARD = "mpesa_stk", "mpesa_c2b", "card"
STEPS = {
    "paybill": ("c2b_open_paybill", "c2b_business", "c2b_account", "c2b_amount", "c2b_pin"),
    "till": ("c2b_open_till", "c2b_till", "c2b_amount", "c2b_pin"),
}
ANEW: Final = ("quote_changed", "not_confirmed")
OTHER_WAYS: Final = {
    "provider_down": "provider_down",
    "provider_refused": "provider_refused",
    "method_disabled": "way_not_there",
}
WAIT: Final = {"payment_pending": "payment_pending", "too_soon": "too_soon"}


def push(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    """payment_initiate_stk_push: the phone that they confirmed asks for their PIN."""
    state = flow["state"]
    quote = purchase.quote_asked(state)
    call = runtime.context.call_confirmed(
        "payment_initiate_stk_push",
        quote,
        order_id=state.purchase.order_id,
        phone_e164=state.purchase.payment_phone or "",
    )  # fmt: skip
    if call.refusal:
        return _mend(call.refusal, STK, flow, runtime.context)
    sent = call.result
    name = "check_your_phone" if sent.status == "pending" else "check_your_phone_unsure"
    words = say(name, state, phone=sent.phone_e164, amount=money(sent.amount, sent.currency))
    changes = {"payment_request_id": sent.payment_id, "payment_status": sent.status, "asked": None}
    return {"state": state.having(**changes), "reply": Text(text=words)}


def instruct(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    """payment_get_c2b_instructions: how to send the money by paybill or till, step by step."""
    state = flow["state"]
    quote = purchase.quote_asked(state)
    call = runtime.context.call_confirmed("payment_get_c2b_instructions", quote, order_id=state.purchase.order_id)
    if call.refusal:
        return _mend(call.refusal, C2B, flow, runtime.context)
    changes = {"payment_request_id": call.result.payment_id, "payment_status": "pending", "asked": None}
    return {"state": state.having(**changes), "reply": Text(text=_steps(call.result, state))}


def _steps(told: PaymentGetC2bInstructionsResult, state: ConversationState) -> str:
    amount = money(told.amount, told.currency)
    sentences = [
        say(step, state, short_code=told.short_code, account=told.account, amount=amount)
        for step in STEPS.get(told.kind, STEPS["paybill"])
    ]
    lines = [f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1)]
    return "\n".join([say("c2b_opening", state, amount=amount), *lines, "", say("will_tell", state)])


def link(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    """payment_create_pesapal_checkout: the page on which they pay by card."""
    state = flow["state"]
    quote = purchase.quote_asked(state)
    call = runtime.context.call_confirmed("payment_create_pesapal_checkout", quote, order_id=state.purchase.order_id)
    if call.refusal:
        return _mend(call.refusal, CARD, flow, runtime.context)
    made = call.result
    words = say("pay_by_card", state, amount=money(made.amount, made.currency), link=made.redirect_url)
    changes = {"payment_request_id": made.payment_id, "payment_status": "pending", "asked": None}
    reply = Text(text=f"{words}\n\n{say('will_tell', state)}")
    return {"state": state.having(**changes), "reply": reply, "links": (made.redirect_url,)}


def _mend(refusal: Refusal, method: str, flow: CheckoutFlow, context: TurnContext) -> dict[str, Any]:
    """Nothing was charged; the question is asked anew, another way is offered, or it is told why not."""
    state, facts, code = flow["state"], refusal.facts, refusal.code
    context.trace.notes["payment_refused"] = code
    state = state.having(asked=None)
    if code in ANEW:
        told = (say("ask_again_changed", state),)
        return _to("order_create", flow, purchase.changed(state, state.purchase.cart), told)
    if code in OTHER_WAYS:
        told = (say(OTHER_WAYS[code], state),)
        on = _to("methods", flow, state.having(payment_method=None), told)
        return on | {"refused": (*flow.get("refused", ()), method)}
    if code == "out_of_stock":
        return stock.short({**flow, "state": state}, facts)
    if code == "phone_invalid":
        return confirm.ask_number({**flow, "state": state.having(payment_phone=None)}, "number_unreadable")
    if code in WAIT:
        return _wait(say(WAIT[code], state, seconds=facts.get("seconds", "")), state)
    name = "already_paid" if code == "already_paid" else "order_over"
    return {"state": purchase.closed(state), "reply": Text(text=say(name, state))}


def _to(node: str, flow: CheckoutFlow, state: ConversationState, told: tuple[str, ...]) -> dict[str, Any]:
    return {"state": state, "leading": (*flow.get("leading", ()), *told), "command": Pay(), "next": node}


def _wait(words: str, state: ConversationState) -> dict[str, Any]:
    ways = ((Pay(), "try_again"), (OtherWay(), "other_way"))
    choices = tuple(Choice(title=say(name, state), command=command.written()) for command, name in ways)
    asked = Pick(journey="checkout", of="retry", choices=choices)
    text = f"{words}\n\n{say('short_hint', state, ways=' / '.join(each.title for each in choices))}"
    return {"state": state.having(asked=asked), "reply": choice(text, asked, state)}
