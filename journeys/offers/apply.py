"""apply: order_apply_coupon on the order that is being bought, then on to the checkout with its new total.

Without an order the code is kept, and tried when there is one. Where none is named it is asked which is meant."""

from decimal import Decimal

from journeys.checkout import purchase
from journeys.checkout.commands import Pay
from journeys.checkout.graph import go_on
from journeys.checkout.order import make
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.offers import which
from journeys.offers.commands import ApplyCoupon
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.coupons import refused
from journeys.wording.money import money
from journeys.wording.phrases import say
from tools.offers.order_apply_coupon import OrderApplyCouponResult


def apply_coupon(command: ApplyCoupon, state: ConversationState, context: TurnContext) -> Done:
    code = command.code.strip().upper()
    if not which.is_meant(code, state, context):
        return which.ask_which(state, context)
    if not purchase.is_ordered(state) and not state.purchase.cart:
        return _kept(code, state)
    leading: tuple[str, ...] = ()
    if not purchase.is_ordered(state):
        made = make(state, context)
        if "order" not in made:  # something of the cart is gone or short: that comes first
            if "reply" in made:
                return Done(state=made.get("state", state), reply=made["reply"])
            return go_on(Pay(), made["state"], context, leading=made["leading"])
        state, leading = made["state"], made["leading"]
    call = context.call("order_apply_coupon", order_id=state.purchase.order_id, code=code)
    told = refused(call.refusal, code, state) if call.refusal else _applied(call.result, code, state)
    state = state if call.refusal else purchase.remembered(state, call.result.order)
    return go_on(Pay(), state, context, leading=(*leading, told))


def _kept(code: str, state: ConversationState) -> Done:
    codes = [kept for kept in state.purchase.order_totals.get("codes", []) if kept != code]
    changed = state.having(order_totals=state.purchase.order_totals | {"codes": [*codes, code]}, clarify_turns=0)
    is_looking = state.purchase.choosing or state.sales.last_catalog_results or state.sales.selected_item_ids
    asked = "" if is_looking else say("what_do_you_want", state)
    return Done(state=changed, reply=Text(text=f"{say('coupon_kept', state, code=code)} {asked}".strip()))


def _applied(result: OrderApplyCouponResult, code: str, state: ConversationState) -> str:
    order = result.order
    saved = [line.amount for line in order.discounts if (line.code or "").upper() == code]
    if not saved:
        return say("coupon_applied_plain", state, name=result.name)
    saving = money(sum(saved, Decimal(0)), order.currency)
    return say("coupon_applied", state, name=result.name, saving=saving)
