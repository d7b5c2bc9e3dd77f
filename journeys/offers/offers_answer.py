"""Words the sentence that leads the offers. Without the model a fixed sentence does.

The offers themselves, with their codes, amounts and conditions, are always written by code."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from journeys.checkout import purchase
from journeys.context import TurnContext
from journeys.contract import Done, Wording
from journeys.offers import left_to_pay
from journeys.offers.commands import ApplyCoupon, AskOffers
from journeys.reply import MAX_BUTTONS, Reply, Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say
from tools.offers.offers_get_applicable import OfferFacts

PROMPT: Final = """\
The customer asked about offers, coupons or a lower price; `offers` are all that run now, listed below your words with
their conditions. Two may be used in one order only where both are `is_stackable`. One or two short sentences that lead
the list. If they want a lower price than the offers give, say kindly that these are all there are. Promise no
discount."""


def ask_offers(command: AskOffers, state: ConversationState, context: TurnContext) -> Done:
    state = state.having(clarify_turns=0)
    order_id = state.purchase.order_id if purchase.is_ordered(state) else None
    call = context.call("offers_get_applicable", **({"order_id": order_id} if order_id else {}))
    if call.refusal and order_id:
        order_id, call = None, context.call("offers_get_applicable")
    if call.refusal:
        return Done(state=state, reply=Text(text=say("trouble", state)))
    offers: list[OfferFacts] = call.result.offers
    if not offers:
        return Done(state=state, reply=Text(text=say("offers_none", state)))
    lead = say("offers_running", state)
    asked = pick_of(offers, state) if order_id else None
    left = {} if order_id else left_to_pay.of(offers, state, context)
    facts = {"offers": [offer.model_dump(mode="json") for offer in offers], "usual_sentence": lead}
    return Done(
        state=state.having(asked=asked) if asked else state,
        reply=_reply(lead, offers, asked, state, left, has_order=order_id is not None),
        lead=lead,
        wording=Wording(node="offers_answer", facts=facts),
    )


def pick_of(offers: Sequence[OfferFacts], state: ConversationState) -> Pick | None:
    """The coupons that count, to be tapped; None where there are none."""
    codes = [str(offer.code) for offer in offers if usable(offer)][:MAX_BUTTONS]
    if not codes:
        return None
    choices = tuple(
        Choice(title=say("offer_use", state, code=code), command=ApplyCoupon(code=code).written()) for code in codes
    )
    return Pick(journey="offers", of="offer", choices=choices)


def _reply(
    opening: str,
    offers: list[OfferFacts],
    asked: Pick | None,
    state: ConversationState,
    left: Mapping[str, str],
    *,
    has_order: bool,
) -> Reply:
    offers = sorted(offers, key=lambda offer: offer.name not in left)  # what surely counts stands first
    hint = say("offers_hint" if any(offer.code for offer in offers) else "offers_hint_plain", state)
    text = "\n\n".join([opening, *lines(offers, state, left, has_order=has_order), hint])
    return Text(text=text) if asked is None else choice(text, asked, state)


def lines(
    offers: Sequence[OfferFacts], state: ConversationState, left: Mapping[str, str] | None = None, *, has_order: bool
) -> list[str]:
    """`left` is what is left to pay with an offer, by its name."""
    are_several = len(offers) > 1
    told = (_offer(offer, state, has_order=has_order, are_several=are_several) for offer in offers)
    sums = ([f"• {left[offer.name]}"] if left and offer.name in left else [] for offer in offers)
    return ["\n".join([*each, *of_it]) for each, of_it in zip(told, sums, strict=True)]


def usable(offer: OfferFacts) -> bool:
    return offer.applies and bool(offer.code) and offer.obstacle is None


def _offer(offer: OfferFacts, state: ConversationState, *, has_order: bool, are_several: bool) -> Iterator[str]:
    yield f"🏷️ *{offer.name}*: {_off(offer, state)}"
    if offer.description:
        yield offer.description
    yield "• " + (say("offer_code", state, code=offer.code) if offer.code else say("offer_by_itself", state))
    yield from (f"• {condition}" for condition in _conditions(offer, state))
    if are_several:
        yield "• " + say("offer_together" if offer.is_stackable else "offer_alone", state)
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
