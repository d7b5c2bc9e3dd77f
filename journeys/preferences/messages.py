"""Reads which messages a customer wants or wants no more: advertising, and news of orders and payments."""

import re

from journeys.local import consent
from journeys.preferences.commands import SetPreferences

_ABOUT_MARKETING = (
    r"promo\w*|offers?|ads?|adverts?|marketing|newsletters?|deals?|messages|sms|texts?|updates?|alerts?|list|group|broadcasts?"
    r"|matangazo|ofa|jumbe|ujumbe|taarifa|orodha|bidhaa mpya|new arrivals"
)
_MARKETING = re.compile(rf"\b(?:{_ABOUT_MARKETING})\b")
# "Send me two SMS packs" buys: only what can be nothing else is agreed to.
_AGREED_TO = re.compile(
    r"\b(?:promo\w*|offers?|ads?|adverts?|marketing|newsletters?|deals?|updates?|alerts?"
    r"|new (?:arrivals|stock|things|shoes|products)"
    r"|matangazo|ofa|taarifa|bidhaa mpya|back in stock|restock\w*|subscribe|opt in|sign me up)\b"
)
_NO = re.compile(
    r"\b(?:stop|unsubscribe|opt(?: me)? out|no more|no longer|don'?t|do not|not want|turn off|remove|withdraw"
    r"|too many|take (?:me|my number) off|acha|acheni|wacha|wacheni"
    r"|(?:ms|us)ini(?:tumi|text|sms|spam|disturb|sumbu)\w*|sitaki|sidai|(?:m|u)?ni(?:ondo|to)e(?:ni)?|nifut(?:e|eni)"
    r"|zima|kunitumia tena)\b"
)
_YES = re.compile(
    r"\b(?:subscribe|opt in|want|agree|sign me up|send|start|notify|keep me posted|let me know"
    r"|nitumie|nijulishe|nakubali|nataka|nadai|nishow)\b"
)
# How to be rid of what other companies send and charge for is a question; whoever tells us to stop is obeyed, whatever
# they say beside it.
_OF_OTHERS = re.compile(r"\b(?:how (?:do|can|could|should|to)|vipi|aje|nifanyeje|jinsi ya)\b.{0,60}\bpremium\b")
# "Nitoe taarifa ya siku ngapi": who gives notice of something asks for no silence.
_GIVES_NOTICE = re.compile(r"\b(?:ni|tu|u|ku)?to[ae] (?:taarifa|notisi|notice) ya (?:siku|wiki|mwezi|miezi|muda)\b")
# "Sms nyingi tu, sitaki data": what is bought beside them, and not that they shall end, is not wanted.
_NO_OTHER_GOODS = re.compile(
    r"\b(?:sitaki|sidai|(?:do not|dont|don'?t|not) (?:want|need)|no need (?:for|of)|bila|si) (?:any |ya )?"
    r"(?:data|bundles?|bando|minutes|dakika|calls|airtime|internet|mb|gb|mbs|gbs)\b"
    r"(?! (?:offers?|promo\w*|ads?|adverts?|messages?|texts?|sms|ofa|matangazo|jumbe|ujumbe|zenu|yenu)\b)"
)
_EVERYTHING = re.compile(rf"{consent.SILENCE}\W*$")
_UPDATES = re.compile(
    r"\b(?P<kind>order|orders|oda|delivery|payment|payments|malipo)\b.{0,20}\b(?:updates?|notifications?|alerts?|notices?"
    r"|messages?|texts?|sms|taarifa|jumbe|ujumbe|arifa)\b"
    r"|\b(?:updates?|notifications?|alerts?|taarifa|arifa|jumbe) (?:za|ya|about|on|for|of) (?:my |the )?"
    r"(?P<about>order|orders|oda|delivery|payment|payments|malipo)\b"
)
_PAYMENT: frozenset[str] = frozenset({"payment", "payments", "malipo"})


def notices_in(said: str) -> SetPreferences | None:
    """The kind of news that shall end or begin again; all of it only where silence itself is asked for."""
    if _EVERYTHING.search(said):
        return SetPreferences(messages=False)
    if (found := _UPDATES.search(said)) and (wanted := _wanted(said)) is not None:
        is_payment = (found["kind"] or found["about"]) in _PAYMENT
        return SetPreferences(payment_updates=wanted) if is_payment else SetPreferences(order_updates=wanted)
    return None


def marketing_in(said: str) -> bool | None:
    """Whether advertising is wanted; None where that is not said."""
    if re.search(r"\bunsubscribe\b|\bopt(?: me)? out\b", said):
        return False
    said = _GIVES_NOTICE.sub(" ", _NO_OTHER_GOODS.sub(" ", said))
    wanted = _wanted(said) if _MARKETING.search(said) and not _OF_OTHERS.search(said) else None
    return None if wanted and not _AGREED_TO.search(said) else wanted


def _wanted(said: str) -> bool | None:
    if _NO.search(said):
        return False
    return True if _YES.search(said) else None
