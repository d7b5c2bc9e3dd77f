"""What a coupon refuses, one sentence a code."""

from collections.abc import Mapping
from typing import Any

from tools.contract import Refusal
from tools.orders.refusals import NotADraft, OrderRefused

REASONS: Mapping[str, str] = {
    NotADraft.code: NotADraft.reason,
    "coupon_unknown": "There is no such coupon.",
    "coupon_not_started": "This coupon is not valid yet.",
    "coupon_expired": "This coupon is no longer valid.",
    "minimum_not_met": "The order is too small for this coupon.",
    "coupon_used_up": "This coupon has been used as often as it could be.",
    "coupon_used_by_customer": "The customer has used this coupon as often as they may.",
    "not_for_these_items": "This coupon is for other items.",
    "not_stackable": "This coupon cannot be combined with what the order has already.",
    "already_applied": "The order has this coupon already.",
}


class CouponRefused(OrderRefused):
    """A rule of the coupon forbids it; `code` names the rule."""

    code, reason = "coupon_refused", "This coupon does not apply."

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(**facts)
        self.rule = code

    def refusal(self) -> Refusal:
        return Refusal(code=self.rule, reason=REASONS[self.rule], facts=self.facts)
