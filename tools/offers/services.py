"""Offers put on draft orders, or refused with one sentence a code.

The order is locked first, then offers that have limits: the last use has one winner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from tools.contract import Refusal
from tools.offers import selectors
from tools.offers.models import Offer, Redemption
from tools.offers.rules import Basket, Verdict, judge, saving
from tools.orders import services as orders
from tools.orders.models import Order, OrderDiscount
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

Chosen = list[tuple[Offer, Decimal]]


def apply_coupon(order_id: UUID, *, code: str, now: datetime) -> Offer:
    """Put the coupon's offer on a draft; raises NotADraft and CouponRefused."""
    order = orders.locked(order_id)
    if order.status != Order.Status.DRAFT:
        raise CouponRefused(selectors.NOT_A_DRAFT, number=order.number, status=str(order.status))
    offer = _locked_coupon(code)
    verdict, yielding = _judged(order, offer, now)
    if verdict.obstacle:
        raise CouponRefused(verdict.obstacle, **verdict.facts, **_terms_in_the_way(verdict.obstacle, offer, order))
    orders.remove_discounts(order_id, yielding)
    _put_on(order, offer, verdict.saving, source=OrderDiscount.Source.COUPON)
    orders.note(order, f"Coupon {offer.code}: {offer.name}", by="the customer", now=now)
    return offer


def _terms_in_the_way(obstacle: str, offer: Offer, order: Order) -> Mapping[str, Any]:
    """What of its own terms explains a refusal: for what it is, and how often each customer may use it."""
    if obstacle == "not_for_these_items" and offer.currency == order.currency:
        parts = [str(part) for part in offer.scope.all()]
        return {"scope": parts} if parts else {}
    return {"per_customer": offer.per_customer_limit} if obstacle == "coupon_used_by_customer" else {}


def apply_automatic(order_id: UUID, *, now: datetime) -> None:
    """Give a draft the offers that need no code: all that go together, or the single one that saves more.

    Safe to repeat: what the order has already is left alone while it is still the best. Other orders stay as they are.
    """
    order = orders.locked(order_id)
    if order.status != Order.Status.DRAFT:
        return
    present = {row.offer_id: row for row in _automatic(order)}
    chosen = _best(order, [row.discount_id for row in present.values()], now)
    if {(pk, row.discount.amount) for pk, row in present.items()} == {(offer.pk, amount) for offer, amount in chosen}:
        return
    orders.remove_discounts(order_id, [row.discount_id for row in present.values()])
    for offer, amount in chosen:
        _put_on(order, offer, amount, source=OrderDiscount.Source.AUTOMATIC)


def _locked_coupon(code: str) -> Offer:
    known = selectors.code_of(code)
    # Uses are counted against its limits: one at a time. NO KEY: a redemption refers to it, which needs the key alone.
    offer = Offer.objects.select_for_update(no_key=True).filter(code=known, is_active=True).first() if known else None
    if offer is None:
        raise CouponRefused("coupon_unknown")
    return offer


def _judged(order: Order, offer: Offer, now: datetime) -> tuple[Verdict, list[UUID]]:
    """What the rules say, and what yields: offers that came by themselves, to a coupon that saves more."""
    terms = selectors.terms_of(offer)
    uses = selectors.uses_of([offer], customer_id=order.customer_id)[offer.pk]
    basket = selectors.basket_of(order)
    verdict = judge(terms, basket, uses, now)
    if verdict.obstacle != "not_stackable":
        return verdict, []
    automatic = {row.discount_id: row.discount.amount for row in _automatic(order)}
    instead = judge(terms, selectors.basket_of(order, without=automatic), uses, now)
    if instead.obstacle or instead.saving <= sum(automatic.values()):
        return verdict, []
    return instead, list(automatic)


def _automatic(order: Order) -> list[Redemption]:
    rows = Redemption.objects.filter(discount__order=order, discount__source=OrderDiscount.Source.AUTOMATIC)
    return list(rows.select_related("discount"))


def _best(order: Order, without: Sequence[UUID], now: datetime) -> Chosen:
    basket = selectors.basket_of(order, without=without)
    fitting = _fitting(order, basket, now)
    together = _together([offer for offer, _ in fitting if offer.is_stackable], basket)
    alone = max((one for one in fitting if not one[0].is_stackable), key=lambda one: one[1], default=None)
    if alone and alone[1] > sum(amount for _, amount in together):
        return [alone]
    return together


def _fitting(order: Order, basket: Basket, now: datetime) -> Chosen:
    """Every offer without a code whose rules allow it and that saves something."""
    rows = selectors.list_running(now).filter(code="")
    limited = rows.exclude(total_limit=None, per_customer_limit=None)
    # Those with a limit are counted one at a time, in their order; the rest need no lock.
    list(limited.prefetch_related(None).select_for_update(no_key=True))
    offers = list(rows)
    uses = selectors.uses_of(offers, customer_id=order.customer_id, but_for=order)
    judged = [(offer, judge(selectors.terms_of(offer), basket, uses[offer.pk], now)) for offer in offers]
    return [(offer, verdict.saving) for offer, verdict in judged if not verdict.obstacle and verdict.saving]


def _together(offers: Sequence[Offer], basket: Basket) -> Chosen:
    """One after the other, each on what the ones before have left."""
    chosen: Chosen = []
    for offer in offers:
        amount = saving(selectors.terms_of(offer), basket)
        if amount:
            chosen.append((offer, amount))
            basket = replace(basket, taken_off=basket.taken_off + amount)
    return chosen


def _put_on(order: Order, offer: Offer, amount: Decimal, *, source: str) -> None:
    discount = orders.add_discount(order.pk, name=offer.name, code=offer.code, source=source, amount=amount)
    Redemption.objects.create(offer=offer, customer_id=order.customer_id, discount=discount)


class CouponRefused(OrderRefused):
    """A rule of the coupon forbids it; `code` names the rule."""

    code, reason = "coupon_refused", "This coupon does not apply."

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(**facts)
        self.rule = code

    def refusal(self) -> Refusal:
        return Refusal(code=self.rule, reason=REASONS[self.rule], facts=self.facts)
