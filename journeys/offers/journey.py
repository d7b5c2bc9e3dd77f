"""Offers: which run, and a coupon applied to what is being bought.

ask_offers ──▶ offers_get_applicable ──▶ a list        apply_coupon ──▶ order_apply_coupon ──▶ the till
"""

from typing import Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Journey, Settled, by_kind
from journeys.local.purchase import payment
from journeys.offers import commands, offers_answer
from journeys.offers.apply import apply_coupon
from journeys.offers.reading import code_in, is_about_a_code
from journeys.state import ConversationState

PROMPT: Final = """\
Commands of offers.
ask_offers    asks about offers, discounts, or a lower price
apply_coupon  code: a coupon's code they give, as typed"""


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    code = code_in(text)
    return (commands.ApplyCoupon(code=code),) if code else (commands.AskOffers(),)


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
    continues=continues,
    prompt=PROMPT,
    prompt_node="offers",
    nodes={"offers_answer": offers_answer.PROMPT},
    is_sticky=True,
)
