"""Clauses that state nothing of the business: our own limits, an offer to help, advice of everybody's."""

import re
from typing import Final

from journeys.check.library.units import SourceUnit
from journeys.check.reading.clauses import Clause
from journeys.check.reading.facts import Fact

# What we ourselves cannot see is no claim about the business, and no source can carry it.
_LIMIT: Final = re.compile(
    r"(?:sorry |but |pole |lakini )*(?:i|we) (?:cannot|can not|am unable to|do not) (?:see|view|look up|access) your\b"
    r"|(?:sorry |but )*(?:i|we) (?:cannot|do not|am not able to) (?:give|offer) (?:[a-z]{2,12} ){0,3}advice\b"
    r"|(?:pole |lakini )*(?:siwezi kutoa|hatuwezi kutoa|sitoi|hatutoi) ushauri\b"
    r"|(?:pole |lakini )*(?:siwezi|hatuwezi) (?:ku)?(?:ona|angalia|cheki) (?:\w+ ){0,2}(?:yako|lako|zako)\b"
)
# An offer to help states nothing.
_OFFERS_HELP: Final = re.compile(
    r"(?:i|we) (?:will|would|can|am|are) (?:be )?(?:gladly|happily|happy to|glad to) [a-z]"
)
# To keep a secret to oneself is advice of everybody's, and no claim.
_KEEPS_SECRET: Final = re.compile(
    r"(?:please |tafadhali )?(?:never|do not|usi\w{2,}) (?:\w+ ){0,3}(?:pin|puk|otp|password|nenosiri)\b"
    r"|(?:(?:your|na|and) )?(?:pin|puk|otp|password|nenosiri)(?: yako)?,? (?:tafadhali )?usi(?:m|wa)?pe (?:mtu|watu)\b"
)
# That two pages differ is for the customer to know, whichever holds.
_DIFFER: Final = re.compile(
    r"(?:so |but |and |lakini |kwa hivyo |hivyo )?(?:our|the|these|those|hati|nyaraka|kurasa|documents?|pages)"
    r"(?: (?:two|own|documents?|pages|rules|zetu|mbili|zote)){0,3} "
    r"(?:differ|disagree|do not agree|zinatofautiana|hazikubaliani)(?: (?:on|about|over|kuhusu)(?: \w+){1,4})?\W*"
)
# "So Monday night won't work" but follows from what was told before it.
_SO_NOT: Final = re.compile(
    r"so (?:that |this |it |\w{3,6}day |tomorrow |tonight |today |night |evening |morning |lunch |dinner ){0,4}"
    r"(?:will not|would not|cannot|is not|does not) (?:work|be possible|possible|fit)(?: then| out)?\W*"
)

# What o'clock it is, which the customer can see; the hour itself is held to the clock's.
_TELLS_NOW: Final = re.compile(
    r"(?:(?:and|but|so|na|lakini) )?(?:(?:it is|sasa ni|saa hii ni|saa hizi ni)(?: now| already)?(?: saa)? \d{1,2}:\d\d"
    r"|(?:now|sasa) (?:it is|ni)(?: saa)? \d{1,2}:\d\d)(?: now| already| sasa)?\W*"
)


def states_nothing(clause: Clause, stated: list[Fact], last: SourceUnit | None) -> bool:
    """Whether it is our own limit, an offer to help, advice of everybody's, the time, or follows from what was told."""
    if _LIMIT.match(clause.text) or _KEEPS_SECRET.match(clause.text) or _TELLS_NOW.fullmatch(clause.text):
        return True
    return not stated and bool(
        _DIFFER.fullmatch(clause.text) or _OFFERS_HELP.match(clause.text) or (last and _SO_NOT.fullmatch(clause.text))
    )
