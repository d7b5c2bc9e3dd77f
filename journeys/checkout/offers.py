"""offers_get_applicable: applies what needs no code, and tells of one that does; else there is a word on coupons."""

from typing import Any

from journeys.checkout import purchase
from journeys.checkout.flow import CheckoutFlow
from journeys.flow import Turn
from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import say
from tools.offers.offers_get_applicable import OfferFacts


def applicable(flow: CheckoutFlow, runtime: Turn) -> dict[str, Any]:
    state, order = flow["state"], flow["order"]
    found = runtime.context.call("offers_get_applicable", order_id=order.order_id).result
    if found is None:
        return {"hints": (say("any_coupon", state),)}
    order = found.order or order
    usable = [offer for offer in found.offers if offer.applies and offer.code and not offer.is_applied]
    has_coupon = any(discount.code for discount in order.discounts)
    hint = _hint(usable[0], state) if usable and not has_coupon else say("any_coupon", state)
    return {"order": order, "state": purchase.remembered(state, order), "hints": () if has_coupon else (hint,)}


def _hint(offer: OfferFacts, state: ConversationState) -> str:
    if offer.saving is None:
        return say("offer_hint_plain", state, name=offer.name, code=offer.code)
    return say("offer_hint", state, name=offer.name, code=offer.code, saving=money(offer.saving, offer.currency))
