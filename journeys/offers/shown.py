"""How an offer is shown: what it takes off, its code, its conditions, and what it does for this order."""

from collections.abc import Iterator, Sequence

from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say
from tools.offers.offers_get_applicable import OfferFacts


def lines(offers: Sequence[OfferFacts], state: ConversationState, *, has_order: bool) -> list[str]:
    return ["\n".join(_offer(offer, state, has_order=has_order)) for offer in offers]


def usable(offer: OfferFacts) -> bool:
    return offer.applies and bool(offer.code) and offer.obstacle is None


def _offer(offer: OfferFacts, state: ConversationState, *, has_order: bool) -> Iterator[str]:
    yield f"🏷️ *{offer.name}*: {_off(offer, state)}"
    if offer.description:
        yield offer.description
    yield "• " + (say("offer_code", state, code=offer.code) if offer.code else say("offer_by_itself", state))
    yield from (f"• {condition}" for condition in _conditions(offer, state))
    if has_order:
        yield from (f"• {effect}" for effect in _effect(offer, state))


def _off(offer: OfferFacts, state: ConversationState) -> str:
    if offer.percent is not None:
        return say("offer_off", state, amount=f"{offer.percent.normalize():f}%")
    if offer.amount is not None:
        return say("offer_off", state, amount=money(offer.amount, offer.currency))
    return say("offer_special", state)


def _conditions(offer: OfferFacts, state: ConversationState) -> Iterator[str]:
    if offer.scope:
        yield say("offer_scope", state, scope=", ".join(offer.scope))
    if offer.minimum_spend:
        yield say("offer_minimum", state, minimum=money(offer.minimum_spend, offer.currency))
    if offer.ends_on:
        yield say("offer_until", state, date=f"{offer.ends_on:%d/%m/%Y}")


def _effect(offer: OfferFacts, state: ConversationState) -> Iterator[str]:
    if offer.applies and offer.saving:
        yield say("offer_saves", state, saving=money(offer.saving, offer.currency))
    elif offer.obstacle and (name := f"offer_obstacle_{offer.obstacle}") in phrases():
        yield say(name, state)
