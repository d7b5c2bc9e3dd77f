"""Which offer a customer is told of beside their order, without asking: none that is for others than they are."""

import re
from collections.abc import Iterable
from typing import Final

from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import say
from knowledge.text import fold
from tools.offers.offers_get_applicable import OfferFacts

# Whoever is one asks for it; nobody else can use it.
_OF_SOME: Final = re.compile(
    r"\b(?:residents?|citizens?|locals|students?|pupils|teachers?|members?|staff|employees|seniors?|pensioners?"
    r"|wakazi|wakaazi|raia|wanafunzi|walimu|wanachama|wafanyakazi|wazee)\b"
)
_OF_THE_FIRST: Final = re.compile(
    r"\b(?:first (?:[a-z]{2,8} )?(?:order|purchase|time|stay|booking)|new customers?|newcomers?"
    r"|(?:oda|order|mara|manunuzi) (?:ya|yako ya) kwanza|wateja wapya)\b"
)
# That they have bought here before.
_BOUGHT: Final = re.compile(
    r"\b(?:(?:i|we) (?:have )?(?:already )?(?:bought|ordered|purchased)"
    r"|(?:my|our) (?:last|previous|earlier|old) (?:order|purchase|stay|visit|booking)|last time (?:i|we)"
    r"|(?:bought|got|ordered) (?:it|this|them|that)? ?from you"
    r"|(?:ni|tu)(?:li|lisha|mesha|mewahi ku)(?:yo|cho|zo|vyo|lo)?(?:nunua|agiza|buy|order)\w{0,4}"
    r"|(?:oda|order) (?:yangu|yetu) ya (?:mwisho|awali|kwanza))\b"
)
_DENIES: Final = re.compile(r"\b(?:never|not|sija\w+|hatuja\w+|first time|mara ya kwanza|mara yangu ya kwanza)\b")


def hint(offers: Iterable[OfferFacts], said: Iterable[str], state: ConversationState) -> str:
    """A word on the first offer that may be theirs; on coupons in general where there is none."""
    said = [fold(each) for each in said]
    mine = next((offer for offer in offers if not _is_for_others(offer, said)), None)
    return _of(mine, state) if mine else say("any_coupon", state)


def _is_for_others(offer: OfferFacts, said: Iterable[str]) -> bool:
    told = fold(offer.description)
    if _OF_SOME.search(told):
        return True
    has_bought = any(_BOUGHT.search(each) and not _DENIES.search(each) for each in said)
    return has_bought and _OF_THE_FIRST.search(told) is not None


def _of(offer: OfferFacts, state: ConversationState) -> str:
    """With what the offer says of itself: whom it is for is seen before its code is sent."""
    what = offer.description.strip().rstrip(".")
    name = f"{offer.name} ({what})" if what else offer.name
    if offer.saving is None:
        return say("offer_hint_plain", state, name=name, code=offer.code)
    return say("offer_hint", state, name=name, code=offer.code, saving=money(offer.saving, offer.currency))
