"""Words the sentence that leads the offers. Without the model a fixed sentence does.

The offers themselves, with their codes, amounts and conditions, are always written by code."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from journeys.checkout import purchase
from journeys.compose.grounds import objection
from journeys.flow import Turn, may_ask
from journeys.llm import Facts, Question
from journeys.offers.flow import OffersFlow
from journeys.offers.shown import lines, usable
from journeys.reply import Buttons, Option, Reply, Text
from journeys.state import Asked, ConversationState
from journeys.wording.phrases import say
from tools.offers.offers_get_applicable import OfferFacts

MOST_BUTTONS = 3
PROMPT = """\
A customer of a shop asked in `text` about offers, coupons or a lower price; `offers` are all that run now, and
they will be listed below your words with their conditions. Write the one or two short sentences that lead the
list, on WhatsApp, in `language` (sw: everyday Kenyan Swahili; sheng: Nairobi's Sheng) and in the tone `tone`.
If she wants a lower price than the offers give, say kindly that these are all there are. `usual_sentence` is the
sentence to be bettered. Promise no discount, name no number, code or product that is not in `offers`. No list."""


class OffersTold(BaseModel):
    """The sentences above the offers."""

    model_config = ConfigDict(extra="forbid")

    opening: str


def local(facts: Facts) -> OffersTold:
    return OffersTold(opening=facts["usual_sentence"])


QUESTION = Question(name="offers_answer", prompt=PROMPT, schema=OffersTold, local=local)


def answer(flow: OffersFlow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"].having(clarify_turns=0)
    order_id = state.order_id if purchase.is_ordered(state) else None
    call = runtime.context.call("offers_get_applicable", **({"order_id": order_id} if order_id else {}))
    if call.refusal and order_id:
        order_id, call = None, runtime.context.call("offers_get_applicable")
    if call.refusal:
        return {"state": state, "reply": Text(text=say("trouble", state))}
    offers: list[OfferFacts] = call.result.offers
    if not offers:
        return {"state": state, "reply": Text(text=say("offers_none", state))}
    usual = say("offers_running", state)
    said, asked = opening(usual, offers, flow, runtime), _asked(offers, state) if order_id else None
    changed = state.having(asked=asked) if asked else state
    replies = [_reply(words, offers, asked, state, has_order=order_id is not None) for words in (said, usual)]
    return {"state": changed, "reply": replies[0], "fallback": replies[1]}


def opening(usual: str, offers: list[OfferFacts], flow: OffersFlow, runtime: Turn) -> str:
    """The model's sentences, if a call is left in this turn and they are grounded."""
    state = flow["state"]
    if not may_ask(runtime.context):
        return usual
    facts = {
        "text": flow["text"],
        "offers": [offer.model_dump(mode="json") for offer in offers],
        "language": state.response_language,
        "tone": state.tone_style,
        "usual_sentence": usual,
    }
    check = objection(state, runtime.context)
    return runtime.context.mind.ask(QUESTION, facts, check=check).opening.strip() or usual


def _asked(offers: list[OfferFacts], state: ConversationState) -> Asked | None:
    codes = [str(offer.code) for offer in offers if usable(offer)][:MOST_BUTTONS]
    if not codes:
        return None
    titles = tuple(say("offer_use", state, code=code) for code in codes)
    return Asked(kind="pick_item", journey="offers", options=tuple(f"offer:{code}" for code in codes), titles=titles)


def _reply(
    opening: str, offers: list[OfferFacts], asked: Asked | None, state: ConversationState, *, has_order: bool
) -> Reply:
    hint = say("offers_hint" if any(offer.code for offer in offers) else "offers_hint_plain", state)
    text = "\n\n".join([opening, *lines(offers, state, has_order=has_order), hint])
    if asked is None:
        return Text(text=text)
    options = tuple(Option(id=id, title=title) for id, title in zip(asked.options, asked.titles, strict=True))
    return Buttons(text=text, options=options)
