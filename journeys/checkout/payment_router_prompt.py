"""Decides the way to pay: by tap, number, name, or the only one there is. Without the model, its plain names decide.

Only a way that the tenant has enabled can be chosen, whoever chose it."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from journeys.checkout import answers
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.shown.summary import summary
from journeys.checkout.shown.ways import question
from journeys.flow import Turn, may_ask
from journeys.llm import Facts, Question
from journeys.local.purchase import payment
from journeys.wording.phrases import say

PROMPT = """\
A customer was asked how she wants to pay an order. Read from `text` (English, Swahili, Sheng or a mix) which of
`methods` she means.
mpesa_stk   M-Pesa by a prompt on her phone, where she enters her PIN: "nitumie prompt", "kwa simu", "mpesa tu"
mpesa_c2b   M-Pesa that she sends herself to a paybill or till: "nipe till", "paybill number"
card        Visa, Mastercard, a bank card: "kadi", "nitalipa na visa"
method      one of `methods`, or null when she names none of them, asks something else, or several fit.
You only tell which way she means. Never tell or guess an amount, a number, or whether anything was paid."""


class Routed(BaseModel):
    """The way she means."""

    model_config = ConfigDict(extra="forbid")

    method: Literal["mpesa_stk", "mpesa_c2b", "card"] | None


def local(facts: Facts) -> Routed:
    return Routed.model_validate({"method": payment.way_in(facts["text"], facts["methods"])})


QUESTION = Question(name="payment_router_prompt", prompt=PROMPT, schema=Routed, local=local)


def route_payment(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    state, methods = flow["state"], flow["methods"]
    method = _chosen(flow, runtime)
    runtime.context.trace.notes["way_to_pay"] = method
    if method in methods:
        return {"state": state.having(payment_method=method)}
    leading = [*flow.get("leading", ()), *([say("way_not_there", state)] if method else [])]
    words = [*leading, summary(flow["order"], state), *flow.get("hints", ())]
    asked, reply = question(words, methods, state)
    return {"state": state.having(asked=asked, payment_method=None), "reply": reply}


def _chosen(flow: CheckoutFlow, runtime: Turn) -> str | None:
    """The way that was named now, the only one, or the one she chose for this order before."""
    answer, methods, state = flow.get("answer", ""), flow["methods"], flow["state"]
    if answer.startswith(answers.METHOD):
        return answer.removeprefix(answers.METHOD)
    if len(methods) == 1:
        return methods[0]
    if flow.get("text") and may_ask(runtime.context):
        return runtime.context.mind.ask(QUESTION, {"text": flow["text"], "methods": list(methods)}).method
    if flow.get("text"):
        return local({"text": flow["text"], "methods": list(methods)}).method
    return state.payment_method if state.payment_method in methods else None
