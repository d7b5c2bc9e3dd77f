"""order_create: makes the order from the cart, tells of prices that have changed, and keeps the coupons.

offers_get_applicable: applies what needs no code, and tells of one that does; else there is a word on coupons.
"""

from collections.abc import Iterator
from typing import Any

from journeys.checkout import collected, noted, purchase, stock
from journeys.checkout.flow import CheckoutFlow
from journeys.checkout.hinted import hint
from journeys.context import TurnContext
from journeys.flow import Turn
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.coupons import refused
from journeys.wording.money import money
from journeys.wording.phrases import say
from tools.catalog.units import as_json
from tools.contract import Refusal
from tools.orders.facts import OrderFacts
from tools.orders.order_create import OrderCreateResult

GONE = ("item_unknown", "item_inactive")


def make(state: ConversationState, context: TurnContext) -> dict[str, Any]:
    """Make the order outside the path of the checkout; the same answer as its node's."""
    return _create({"state": state}, context)


def create(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    """order_create, the node."""
    return _create(flow, runtime.context)


def _create(flow: CheckoutFlow, context: TurnContext) -> dict[str, Any]:
    state = flow["state"]
    lines = [
        {"sku": line.sku, "quantity": as_json(line.quantity), "shown_price": str(line.unit_price)}
        for line in state.purchase.cart
    ]
    said = noted.as_ordered(state)
    how = {"how": "collected"} if collected.is_at_ours(said.get("place", ""), state) else {}
    told = {"delivery": said | how} if said else {}
    call = context.call("order_create", lines=lines, **told)
    if call.refusal:
        return _refused(call.refusal, flow, context)
    leading = [*flow.get("leading", ()), *_price_changes(call.result, state)]
    order, lost = _with_coupons(call.result.order, state, context)
    for sentence in lost:
        context.trace.restate(sentence)
        leading.append(sentence)
    return {"state": purchase.remembered(state, order), "order": order, "leading": tuple(leading), "next": ""}


def _price_changes(created: OrderCreateResult, state: ConversationState) -> Iterator[str]:
    for change in created.price_changes:
        shown, now = (money(price, created.order.currency) for price in (change.shown, change.now))
        yield say("price_changed", state, title=change.title, shown=shown, now=now)


def _with_coupons(order: OrderFacts, state: ConversationState, context: TurnContext) -> tuple[OrderFacts, list[str]]:
    """A draft whose lines are replaced loses its discounts: the codes they gave are applied again, where they may, and
    of each that may not it is told why.

    So is one that was lost earlier in the turn: with one thing taken out and another put in it may count again, and
    then it is told of no more that it was lost."""
    lost = []
    again: dict[str, list[str]] = {}
    kept = state.purchase.order_totals.get("codes", [])
    for tried in (each for each in context.trace.tool_calls if each.tool == "order_apply_coupon" and each.refusal):
        code = str(tried.arguments["code"])
        again.setdefault(code, []).append(_lost(tried.refusal, code, state))
    for code in (*kept, *(each for each in again if each not in kept)):
        call = context.call("order_apply_coupon", order_id=order.order_id, code=code)
        if call.refusal is None:
            order = call.result.order
            for sentence in again.get(code, ()):
                context.trace.withdraw(sentence)
        elif code in kept:
            lost.append(_lost(call.refusal, code, state))
    return order, lost


def _lost(refusal: Refusal | None, code: str, state: ConversationState) -> str:
    """Why it counts no more; a code that is refused for nothing of its own does not apply."""
    return refused(refusal, code, state, otherwise="coupon_lost") if refusal else say("coupon_lost", state, code=code)


def _refused(refusal: Refusal, flow: CheckoutFlow, context: TurnContext) -> dict[str, Any]:
    state, facts = flow["state"], refusal.facts
    context.trace.notes["order_refused"] = refusal.code
    if refusal.code == "out_of_stock":
        return stock.short(flow, facts)
    gone = [line for line in state.purchase.cart if line.sku == facts.get("sku")]
    if refusal.code in GONE and gone:
        kept = [line for line in state.purchase.cart if line not in gone]
        told = (*flow.get("leading", ()), say("line_gone", state, title=gone[0].title))
        again = {"state": purchase.changed(state, kept), "leading": told, "next": "order_create"}
        return again if kept else {"state": purchase.closed(state), "reply": Text(text=" ".join(told))}
    return {"reply": Text(text=say("cannot_order", state))}


def applicable(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    """offers_get_applicable, the node."""
    state, order = flow["state"], flow["order"]
    found = runtime.context.call("offers_get_applicable", order_id=order.order_id).result
    if found is None:
        return {"hints": (say("any_coupon", state),)}
    order = found.order or order
    usable = [offer for offer in found.offers if offer.applies and offer.code and not offer.is_applied]
    has_coupon = any(discount.code for discount in order.discounts)
    said = (runtime.context.text, *(each.text for each in state.transcript.messages if each.who == "customer"))
    hints = () if has_coupon else (hint(usable, said, state),)
    return {"order": order, "state": purchase.remembered(state, order), "hints": hints}
