"""payment_get_methods: the order as it is to be paid now, and the ways in which it can be.

The way is the one just named, the only one there is, the one chosen for this order before; else it is asked for.
"""

from typing import Any, Final

from journeys.checkout import purchase
from journeys.checkout.commands import ChoosePayment
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.shown import WAYS, question, summary
from journeys.flow import Turn
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import say

LOST: Final = ("order_closed", "order_unknown")


def methods(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    state, leading = flow["state"], flow.get("leading", ())
    call = runtime.context.call("payment_get_methods", order_id=state.purchase.order_id)
    if call.refusal:
        return _refused(call.refusal.code, flow)
    found = call.result
    enabled = tuple(way for way in WAYS if way in found.methods and way not in flow.get("refused", ()))
    changes: dict[str, Any] = {"methods": enabled, "phone": found.phone_e164, "order": found.order, "next": ""}
    changes["pay_to"] = found.pay_to
    state = purchase.remembered(state, found.order)
    if not enabled:
        nothing = say("all_ways_down", state) if flow.get("refused") else _by_a_person(state)
        changes["reply"] = Text(text="\n\n".join([*leading, summary(found.order, state), nothing]))
    return changes | {"state": state}


def _refused(code: str, flow: CheckoutFlow) -> dict[str, Any]:
    state, leading = flow["state"], flow.get("leading", ())
    if code in LOST and state.purchase.cart and "order" not in flow:
        return {
            "state": purchase.changed(state, state.purchase.cart).having(order_id=None, set_aside={}),
            "next": "order_create",
        }
    if code == "no_methods":
        shown = [summary(flow["order"], state)] if "order" in flow else []
        return {"reply": Text(text="\n\n".join([*leading, *shown, _by_a_person(state)]))}
    if code == "nothing_to_pay":
        told = say("nothing_to_pay", state)
        return {"state": purchase.closed(state), "reply": Text(text="\n\n".join([*leading, told]))}
    return {"state": purchase.closed(state), "reply": Text(text=say("order_over", state))}


def _by_a_person(state: ConversationState) -> str:
    return f"{say('no_way_to_pay', state)} {how_to_reach_a_person(state)}"


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
