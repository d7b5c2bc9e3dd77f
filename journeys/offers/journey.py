"""Offers: which run, and a coupon applied to what is being bought.

ask_offers ──▶ offers_get_applicable ──▶ a list        apply_coupon ──▶ order_apply_coupon ──▶ the till
"""

import re
from typing import Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Journey, Settled, by_kind
from journeys.local.purchase import payment
from journeys.local.purchase.codes import code_in, is_about_a_code
from journeys.offers import commands, offers_answer
from journeys.offers.apply import apply_coupon
from journeys.offers.codes_told import code_told
from journeys.offers.errands import ERRANDS
from journeys.state import ConversationState

_USES_IT: Final = re.compile(
    r"(?:(?:ok|okay|yes|yeah|nice|good|great|sawa|poa|ndio|ndiyo|eeh|please|pls|basi|then)\W{1,3}){0,3}"
    r"(?:use|apply|i?tumie|tumia|weka) ?(?:(?:hiyo|hio|the|that|this) (?:code|kodi|msimbo|one)|it|that|this|hiyo|hio)?"
    r"(?:\W{1,2}(?:please|pls|tafadhali|then|basi))?\W*",
    re.IGNORECASE,
)
PROMPT: Final = """\
Commands of offers.
ask_offers    asks about offers, discounts, a lower price, or which codes may be used together
apply_coupon  wants a coupon or an offer put in ("is there a code? use it" is this alone). code: as they typed it; where
              they name none, that of the one in `card.offers` they describe or point at ("the new-customer one"); empty
              if none there, or several, may be meant. What needs no code counts by itself: ask_offers"""


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    code = code_in(text) or _code_meant(text, state, context)
    return (commands.ApplyCoupon(code=code),) if code else (commands.AskOffers(),)


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """ "Yes, use it", of the one code that was told of and counts."""
    code = _code_meant(text, state, context)
    return (commands.ApplyCoupon(code=code),) if code else ()


def _code_meant(text: str, state: ConversationState, context: TurnContext) -> str:
    """The code that the whole message is to use, of what is being bought."""
    is_meant = _USES_IT.fullmatch(text.strip()) and (state.purchase.cart or state.purchase.order_id)
    return code_told(state, context) if is_meant else ""


def continues(text: str, state: ConversationState) -> Settled:
    """A code, alone or with no more than the words for it, while something is being bought; not the order's number."""
    if not state.purchase.cart or state.purchase.payment_status == "pending":
        return None
    code = payment.coupon_in(text) or (code_in(text) if is_about_a_code(text) else None)
    return None if code is None or code == state.purchase.order_number else commands.ApplyCoupon(code=code)


JOURNEY: Final = Journey(
    name="offers",
    intents=("discounts_offers",),
    commands=commands.COMMANDS,
    act=by_kind({commands.AskOffers: offers_answer.ask_offers, commands.ApplyCoupon: apply_coupon}),
    read=read,
    claims=claims,
    continues=continues,
    prompt=PROMPT,
    prompt_node="offers",
    nodes={"offers_answer": offers_answer.PROMPT},
    errands=ERRANDS,
    is_sticky=True,
)
