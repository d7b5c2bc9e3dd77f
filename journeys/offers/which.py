"""Asks which coupon is meant: where none is named, or one that neither they wrote nor any offer of ours bears."""

from journeys import catalog
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.offers.offers_answer import pick_of, usable
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.choices import choice
from journeys.wording.phrases import say
from tools.offers.selectors import code_of


def is_meant(code: str, state: ConversationState, context: TurnContext) -> bool:
    """Whether it is a code, and no model's own: it stands in what they or we wrote, or is an offer's that runs."""
    known = _letters_of(code)
    if not known or context.by != "model":
        return bool(known)
    written = (context.burst, *(each.text for each in state.transcript.messages))
    codes = (*state.purchase.order_totals.get("codes", ()), *(each.code for each in catalog.offers_running(context)))
    return any(known in _letters_of(text) for text in written) or any(known == _letters_of(str(each)) for each in codes)


def _letters_of(text: str) -> str:
    """As it is compared: however it is parted, "karibu 10" and KARIBU-10 are KARIBU10."""
    return code_of(text).replace("-", "")


def ask_which(state: ConversationState, context: TurnContext) -> Done:
    """With the coupons that may be theirs to tap; each is told of, unless the same message has had all offers told."""
    found = context.call("offers_get_applicable").result
    coupons = [offer for offer in (found.offers if found is not None else ()) if usable(offer)]
    are_told = any(each.wording is not None and each.wording.node == "offers_answer" for each in context.served)
    lines = [] if are_told else [f"• *{each.name}* ({each.code}): {each.description}" for each in coupons]
    words, asked = "\n".join((say("coupon_which", state), *lines)), pick_of(coupons, state)
    state = state.having(clarify_turns=0)
    if asked is None:
        return Done(state=state, reply=Text(text=words))
    return Done(state=state.having(asked=asked), reply=choice(words, asked, state))
