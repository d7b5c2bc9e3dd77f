"""look: order_get_status, which asks the provider about a pending payment; then which of the orders is meant."""

from collections.abc import Sequence
from typing import Any, Final

from journeys.checkout.graph import checkout
from journeys.flow import Turn
from journeys.orders.flow import OrdersFlow
from journeys.orders.person import handed_over
from journeys.orders.wish import OrderWish, read
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import phrases, say
from tools.payments.order_get_status import OrderStatus

TAPPED: Final = "order:"


def read_wish(flow: OrdersFlow, runtime: Turn) -> dict[str, Any]:
    answer = flow["answer"]
    if answer.startswith(TAPPED):
        wish = OrderWish(action="status", number=answer.removeprefix(TAPPED), is_named=True)
    else:
        wish = read(flow["text"], flow["state"])
    runtime.context.trace.notes["order_wish"] = {"action": wish.action, "number": wish.number}
    return {"wish": wish}


def look(flow: OrdersFlow, runtime: Turn) -> dict[str, Any]:
    state, wish = flow["state"].having(clarify_turns=0), flow["wish"]
    call = runtime.context.call("order_get_status", **({"number": wish.number} if wish.number else {}))
    has_other_code = bool(call.refusal and call.refusal.code == "order_unknown" and not wish.is_named)
    if has_other_code:
        call = runtime.context.call("order_get_status")
    if call.refusal:
        return _refused(call.refusal.code, flow, runtime)
    found = call.result.orders
    if has_other_code:
        found = [status for status in found if _has_receipt(status, str(wish.number))]
        unknown = {} if found else {"unknown_receipt": str(wish.number)}
        return {"state": state, "found": tuple(found or _meant_first(call.result.orders, state)), **unknown}
    return {"state": state, "found": tuple(_meant_first(found, state))}


def _has_receipt(status: OrderStatus, code: str) -> bool:
    return any((payment.receipt or "").upper() == code for payment in status.payments)


def _meant_first(orders: Sequence[OrderStatus], state: ConversationState) -> list[OrderStatus]:
    """The order that she is about, then the latest."""
    return sorted(orders, key=lambda status: status.order.order_id != state.order_id)


def _refused(code: str, flow: OrdersFlow, runtime: Turn) -> dict[str, Any]:
    state, wish = flow["state"], flow["wish"]
    if code == "order_unknown":
        return _said(say("orders_unknown_number", state, number=wish.number), state)
    if code == "no_orders" and wish.action == "dispute":
        return handed_over(flow, runtime, reason="dispute")
    if code != "no_orders":
        return _said(f"{say('trouble', state)} {how_to_reach_a_person(state)}", state)
    if wish.action == "pay" and state.cart:
        return checkout({"state": state}, runtime)
    if wish.action == "pay" and (ways := ways_to_pay(state)):
        return _said(say("orders_none_to_pay", state, ways=ways), state)
    return _said(say("orders_none_but_cart" if state.cart else "orders_none", state), state)


def ways_to_pay(state: ConversationState) -> str:
    """The tenant's ways to be paid, named as a customer knows them."""
    names = [f"paid_by_{method}" for method, is_on in state.payments_enabled.items() if is_on]
    return ", ".join(dict.fromkeys(say(name, state) for name in names if name in phrases()))


def _said(words: str, state: ConversationState) -> dict[str, Any]:
    return {"state": state, "reply": Text(text=words)}
