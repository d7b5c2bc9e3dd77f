"""Words the sentence that leads the offers. Without the model a fixed sentence does.

The offers themselves, with their codes, amounts and conditions, are always written by code."""

from typing import Final

from journeys.checkout import purchase
from journeys.context import TurnContext
from journeys.contract import Done, Wording
from journeys.offers.commands import ApplyCoupon, AskOffers
from journeys.offers.shown import lines, usable
from journeys.reply import MAX_BUTTONS, Reply, Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.phrases import say
from tools.offers.offers_get_applicable import OfferFacts

PROMPT: Final = """\
The customer asked about offers, coupons or a lower price; `offers` are all that run now, listed below your words with
their conditions. One or two short sentences that lead the list. If they want a lower price than the offers give, say
kindly that these are all there are. Promise no discount."""


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
    asked = _asked(offers, state) if order_id else None
    facts = {"offers": [offer.model_dump(mode="json") for offer in offers], "usual_sentence": lead}
    return Done(
        state=state.having(asked=asked) if asked else state,
        reply=_reply(lead, offers, asked, state, has_order=order_id is not None),
        lead=lead,
        wording=Wording(node="offers_answer", facts=facts),
    )


def _asked(offers: list[OfferFacts], state: ConversationState) -> Pick | None:
    codes = [str(offer.code) for offer in offers if usable(offer)][:MAX_BUTTONS]
    if not codes:
        return None
    choices = tuple(
        Choice(title=say("offer_use", state, code=code), command=ApplyCoupon(code=code).written()) for code in codes
    )
    return Pick(journey="offers", of="offer", choices=choices)


def _reply(
    opening: str, offers: list[OfferFacts], asked: Pick | None, state: ConversationState, *, has_order: bool
) -> Reply:
    hint = say("offers_hint" if any(offer.code for offer in offers) else "offers_hint_plain", state)
    text = "\n\n".join([opening, *lines(offers, state, has_order=has_order), hint])
    return Text(text=text) if asked is None else choice(text, asked, state)
