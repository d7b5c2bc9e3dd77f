"""payment_initiate_stk_push: the request goes to the number they confirmed; the provider tells whether it is paid."""

from typing import Any

from journeys.checkout import purchase
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.pay import refused
from journeys.flow import Turn
from journeys.reply import Text
from journeys.wording.money import money
from journeys.wording.phrases import say

METHOD = "mpesa_stk"


def push(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    quote = purchase.quote_asked(state)
    call = runtime.context.call_confirmed(
        "payment_initiate_stk_push",
        quote,
        order_id=state.purchase.order_id,
        phone_e164=state.purchase.payment_phone or "",
    )  # fmt: skip
    if call.refusal:
        return refused.mend(call.refusal, METHOD, flow, runtime.context)
    sent = call.result
    name = "check_your_phone" if sent.status == "pending" else "check_your_phone_unsure"
    words = say(name, state, phone=sent.phone_e164, amount=money(sent.amount, sent.currency))
    changes = {"payment_request_id": sent.payment_id, "payment_status": sent.status, "asked": None}
    return {"state": state.having(**changes), "reply": Text(text=words)}
