"""The command of an errand about a coupon: its code is to count."""

import re
from collections.abc import Mapping
from typing import Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Takes
from journeys.local.purchase import payment
from journeys.local.purchase.codes import code_in
from journeys.offers.codes_told import code_told
from journeys.offers.commands import ApplyCoupon, AskOffers
from journeys.reader.errands import Errand
from journeys.reader.marked import Act
from journeys.state import ConversationState

_A_RECEIPT: Final = re.compile(r"\b(?=[A-Z0-9]{10}\b)[A-Z]{1,9}\d[A-Z0-9]{0,8}[A-Z][A-Z0-9]{0,8}\b")
"""M-Pesa's own code of a payment: SKJ4H7X2PQ."""


def code(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """The code that they give, or the one they point at: "use that code"."""
    named = errand.part("code")
    if _A_RECEIPT.search(errand.text):
        return ()
    given = payment.coupon_in(named) or code_in(errand.text) or code_in(f"code {named}")
    found = given or code_told(state, context)
    return (ApplyCoupon(code=found),) if found else (AskOffers(),)


def offers(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """None where the price for somebody is asked, which is a form of the thing: "a kids price for the boat"."""
    return () if _PRICE_FOR.search(errand.text) else (AskOffers(),)


_PRICE_FOR: Final = re.compile(
    r"\b(?:kids?|child(?:ren)?|baby|toddler|senior|adult)(?:'?s)? (?:price|rate|ticket|fare|fee)s?\b"
    r"|\b(?:price|rate|fee|bei|kiingilio) (?:for|of|ya|za|kwa) (?:a |my |the )?"
    r"(?:kids?|child(?:ren)?|mtoto|watoto|mtoi|watoi)\b",
    re.IGNORECASE,
)
ERRANDS: Final[Mapping[Act, Takes]] = {"code": code, "offers": offers}
