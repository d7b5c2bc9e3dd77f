"""Applies a coupon to a draft order and returns its new totals; refuses what the coupon's rules forbid.

Refuses with order_unknown, not_a_draft, coupon_unknown, coupon_not_started, coupon_expired, minimum_not_met (facts:
minimum, missing, currency), coupon_used_up, coupon_used_by_customer (facts: per_customer), not_for_these_items (facts:
scope), not_stackable and already_applied, each with the coupon among its facts. A coupon that saves more than the
offers that applied by themselves takes their place.
"""

from pydantic import Field

from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext
from tools.offers import selectors, services
from tools.orders.facts import OrderFacts
from tools.orders.refusals import OrderRefused
from tools.orders.selectors import facts_of, get_own


class OrderApplyCouponArgs(Args):
    """Which coupon, to which order."""

    order_id: str = Field(max_length=40, pattern=PLAIN_TEXT, description="The draft order.")
    code: str = Field(
        min_length=1, max_length=40, pattern=PLAIN_TEXT, description="The coupon's code as the customer wrote it."
    )


class OrderApplyCouponResult(Result):
    """The order with its discounts; its quote is new."""

    order: OrderFacts
    name: str


def run(args: OrderApplyCouponArgs, context: ToolContext) -> OrderApplyCouponResult | Refusal:
    try:
        order = get_own(args.order_id, customer_id=context.customer_id)
        offer = services.apply_coupon(order.pk, code=args.code, now=context.now)
    except services.CouponRefused as refused:
        refusal = refused.refusal()
        return refusal.model_copy(update={"facts": {**refusal.facts, "coupon": selectors.code_of(args.code)}})
    except OrderRefused as refused:
        return refused.refusal()
    order.refresh_from_db()
    return OrderApplyCouponResult(order=facts_of(order), name=offer.name)


TOOL = Tool(
    name="order_apply_coupon",
    effect="write",
    description="Apply a coupon's code to the customer's draft order and return the order with its new totals.",
    args=OrderApplyCouponArgs,
    result=OrderApplyCouponResult,
    run=run,
)
