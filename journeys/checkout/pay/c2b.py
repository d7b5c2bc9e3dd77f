"""payment_get_c2b_instructions: how to send the money by paybill or till, step by step."""

from typing import Any

from journeys.checkout import purchase
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.pay import refused
from journeys.flow import Turn
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import say
from tools.payments.payment_get_c2b_instructions import PaymentGetC2bInstructionsResult

METHOD = "mpesa_c2b"
STEPS = {
    "paybill": ("c2b_open_paybill", "c2b_business", "c2b_account", "c2b_amount", "c2b_pin"),
    "till": ("c2b_open_till", "c2b_till", "c2b_amount", "c2b_pin"),
}


def instruct(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    quote = purchase.quote_asked(state)
    call = runtime.context.call_confirmed("payment_get_c2b_instructions", quote, order_id=state.purchase.order_id)
    if call.refusal:
        return refused.mend(call.refusal, METHOD, flow, runtime.context)
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
