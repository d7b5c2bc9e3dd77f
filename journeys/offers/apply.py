"""apply: order_apply_coupon on the order that is being bought, then on to the checkout with its new total.

Without an order the code is kept, and tried when there is one."""

from decimal import Decimal
from typing import Any

from journeys.checkout import order, purchase
from journeys.checkout.graph import checkout
from journeys.flow import Turn
from journeys.offers.flow import OffersFlow
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say
from tools.contract import Refusal
from tools.offers.order_apply_coupon import OrderApplyCouponResult


def apply(flow: OffersFlow, runtime: Turn) -> dict[str, Any]:
    state, code = flow["state"], str(flow["code"])
    if not purchase.is_ordered(state) and not state.cart:
        return _kept(code, state)
    leading: tuple[str, ...] = ()
    if not purchase.is_ordered(state):
        made = order.create({"state": state}, runtime)
        if "order" not in made:  # something of the cart is gone or short: that comes first
            return made if "reply" in made else checkout({"state": made["state"]}, runtime, leading=made["leading"])
        state, leading = made["state"], made["leading"]
    call = runtime.context.call("order_apply_coupon", order_id=state.order_id, code=code)
    told = refused(call.refusal, code, state) if call.refusal else _applied(call.result, code, state)
    return checkout({"state": state}, runtime, leading=(*leading, told))


def _kept(code: str, state: ConversationState) -> dict[str, Any]:
    codes = [kept for kept in state.order_totals.get("codes", []) if kept != code]
    changed = state.having(order_totals=state.order_totals | {"codes": [*codes, code]}, clarify_turns=0)
    return {"state": changed, "reply": Text(text=say("coupon_kept", state, code=code))}


def _applied(result: OrderApplyCouponResult, code: str, state: ConversationState) -> str:
    order = result.order
    saved = [line.amount for line in order.discounts if (line.code or "").upper() == code]
    if not saved:
        return say("coupon_applied_plain", state, name=result.name)
    saving = money(sum(saved, Decimal(0)), order.currency)
    return say("coupon_applied", state, name=result.name, saving=saving)


def refused(refusal: Refusal, code: str, state: ConversationState) -> str:
    """Why the coupon does not count, and what would help."""
    name, facts = f"coupon_refused_{refusal.code}", refusal.facts
    sums = {
        key: money(Decimal(str(facts[key])), str(facts.get("currency", state.currency)))
        for key in ("minimum", "missing")
        if facts.get(key) is not None
    }
    if refusal.code == "minimum_not_met" and len(sums) < 2:
        name = "coupon_refused_minimum_plain"
    return say(name if name in phrases() else "coupon_refused_other", state, code=code, **sums)
