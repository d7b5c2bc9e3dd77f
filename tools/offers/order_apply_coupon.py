"""Applies a coupon to a draft order and returns its new totals; refuses what the coupon's rules forbid."""

from pydantic import Field

from tools.contract import Args, Result
from tools.orders.facts import OrderFacts


class OrderApplyCouponArgs(Args):
    """Which coupon, to which order."""

    order_id: str = Field(max_length=40, description="The draft order.")
    code: str = Field(min_length=1, max_length=40, description="The coupon's code as the customer wrote it.")


class OrderApplyCouponResult(Result):
    """The order with its discounts; its quote is new."""

    order: OrderFacts
    name: str


# Refusals: order_unknown, not_a_draft, coupon_unknown, coupon_not_started, coupon_expired, minimum_not_met (facts:
# missing, currency), coupon_used_up, coupon_used_by_customer, not_for_these_items, not_stackable, already_applied.
