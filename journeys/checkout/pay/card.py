"""payment_create_pesapal_checkout: the page on which they pay by card."""

from typing import Any

from journeys.checkout import purchase
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.pay import refused
from journeys.flow import Turn
from journeys.reply import Text
from journeys.wording.money import money
from journeys.wording.phrases import say

METHOD = "card"


def link(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    quote = purchase.quote_asked(state)
    call = runtime.context.call_confirmed("payment_create_pesapal_checkout", quote, order_id=state.purchase.order_id)
    if call.refusal:
        return refused.mend(call.refusal, METHOD, flow, runtime.context)
    made = call.result
    words = say("pay_by_card", state, amount=money(made.amount, made.currency), link=made.redirect_url)
    changes = {"payment_request_id": made.payment_id, "payment_status": "pending", "asked": None}
    reply = Text(text=f"{words}\n\n{say('will_tell', state)}")
    return {"state": state.having(**changes), "reply": reply, "links": (made.redirect_url,)}
