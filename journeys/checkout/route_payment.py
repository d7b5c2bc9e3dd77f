"""The way to pay: the one just named, the only one there is, the one chosen for this order before; else asked for."""

from typing import Any

from journeys.checkout.commands import ChoosePayment
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.shown.summary import summary
from journeys.checkout.shown.ways import question
from journeys.flow import Turn
from journeys.wording.phrases import say


def route_payment(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    state, methods = flow["state"], flow["methods"]
    method = _chosen(flow)
    runtime.context.trace.notes["way_to_pay"] = method
    if method in methods:
        return {"state": state.having(payment_method=method)}
    leading = [*flow.get("leading", ()), *([say("way_not_there", state)] if method else [])]
    words = [*leading, summary(flow["order"], state), *flow.get("hints", ())]
    asked, reply = question(words, methods, state)
    return {"state": state.having(asked=asked, payment_method=None), "reply": reply}


def _chosen(flow: CheckoutFlow) -> str | None:
    command, methods, known = flow["command"], flow["methods"], flow["state"].purchase.payment_method
    if isinstance(command, ChoosePayment) and command.method:
        return command.method
    if len(methods) == 1:
        return methods[0]
    return known if known in methods else None
