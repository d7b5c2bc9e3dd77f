"""Reads which preference a message wants changed; code alone, for a consent is not a matter of opinion."""

import re
from typing import Literal

from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import consent
from journeys.local.purchase import payment
from journeys.preferences.commands import ConfirmErasure, EraseData, OwnData, SetPreferences
from journeys.state import ConversationState
from knowledge.text import fold

_LANGUAGES: tuple[tuple[Literal["en", "sw", "sheng"], re.Pattern[str]], ...] = (
    ("sheng", re.compile(r"\bsheng\b")),
    ("sw", re.compile(r"\b(?:ki)?swahili\b")),
    ("en", re.compile(r"\b(?:english|kiingereza|kingereza|kizungu)\b")),
)
_ERASE = re.compile(
    r"\b(?:delete|erase|forget|remove|futa|mfute|ufute|ondoa)\b.{0,30}\b(?:data|details|account|information|info|taarifa|akaunti|me)\b"
)
_KEEP = re.compile(
    r"(?:please )?(?:keep my data|dont delete my data|usifute (?:data|taarifa)(?: zangu| yangu)?)(?: please)?"
)
_OWN_DATA = re.compile(
    r"\bwhat (?:information|data)\b|\b(?:taarifa|data) gani\b|\bprivate\b"
    r"|\bwhat (?:else )?do you (?:know|have|keep|store) (?:about|on|of) me\b"
    r"|\b(?:mnajua|unajua|mnaijua) nini (?:kunihusu|juu yangu|kuhusu mimi)\b|\bmnajua nini kunihusu\b"
    r"|\b(?:unajua|mnajua) (?:nini|what) about me\b"
    r"|\bwhat (?:consents?|permissions?)\b|\bwhat (?:have|did) i (?:agree|consent)\w* to\b|\bnimekubali nini\b"
)
_CALLED = re.compile(
    r"(?:please )?(?:change|update|correct) my name to ([^\W\d_][\w .'-]{0,58})"
    r"|my name (?:is now|should be) ([^\W\d_][\w .'-]{0,58})"
    r"|(?:tafadhali )?badilisha jina langu (?:liwe|kuwa|iwe|to) ([^\W\d_][\w .'-]{0,58})",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\b(?:change|update|correct) my (?:phone )?number to\b|\bmy (?:phone )?number is now\b"
    r"|\bbadilisha namba yangu (?:iwe|kuwa|to)\b"
)
_ABOUT_MARKETING = (
    r"promo\w*|offers?|ads?|adverts?|marketing|newsletters?|deals?|messages|sms|texts?|updates?|alerts?|list"
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
    r"|too many|acha|acheni|wacha|wacheni"
    r"|(?:ms|us)ini(?:tumi|text|sms|spam|disturb|sumbu)\w*|sitaki|sidai|niondoe|nitoe|nifut(?:e|eni)"
    r"|zima|kunitumia tena)\b"
)
_YES = re.compile(
    r"\b(?:subscribe|opt in|want|agree|sign me up|send|start|notify|keep me posted|let me know"
    r"|nitumie|nijulishe|nakubali|nataka|nadai|nishow)\b"
)


_OF_OURS = re.compile(
    r"\b(?:languages?|lugha|preferences?|settings|mipangilio|notifications?|consent|idhini|what you send|mnachotuma)\b"
)
_EVERYTHING = re.compile(rf"{consent.SILENCE}\W*$")
_UPDATES = re.compile(
    r"\b(?P<kind>order|orders|oda|delivery|payment|payments|malipo)\b.{0,20}\b(?:updates?|notifications?|alerts?|notices?"
    r"|messages?|texts?|sms|taarifa|jumbe|ujumbe|arifa)\b"
    r"|\b(?:updates?|notifications?|alerts?|taarifa|arifa|jumbe) (?:za|ya|about|on|for|of) (?:my |the )?"
    r"(?P<about>order|orders|oda|delivery|payment|payments|malipo)\b"
)
_PAYMENT: frozenset[str] = frozenset({"payment", "payments", "malipo"})


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What shall change; a preference with nothing in it when that was not said; none about other things."""
    said = fold(text)
    if (settled := continues(text, state)) is not None:
        return (settled,)
    if _ERASE.search(said):
        return (EraseData(),)
    if _OWN_DATA.search(said):
        return (OwnData(),)
    language = next((name for name, pattern in _LANGUAGES if pattern.search(said)), None)
    if language:
        return (SetPreferences(language=language),)
    if _EVERYTHING.search(said):
        return (SetPreferences(messages=False),)
    if (found := _UPDATES.search(said)) and (wanted := _wanted(said)) is not None:
        kind = found["kind"] or found["about"]
        is_payment = kind in _PAYMENT
        return (SetPreferences(payment_updates=wanted) if is_payment else SetPreferences(order_updates=wanted),)
    marketing = _marketing(said)
    is_meant = marketing is not None or bool(context.about) or _OF_OURS.search(said)
    return (SetPreferences(marketing=marketing),) if is_meant else ()


def continues(text: str, state: ConversationState) -> Command | None:
    """What is said so plainly that nothing else can be meant: a name or number to be changed, data to be kept."""
    said = fold(text).replace("'", "").strip(" .!?")
    if _KEEP.fullmatch(said):
        return ConfirmErasure(erase=False)
    if found := _CALLED.fullmatch(text.strip(" .!?\n")):
        return SetPreferences(called=next(filter(None, found.groups())).strip())
    if _NUMBER.search(said) and (phone := payment.phone_in(text)):
        return SetPreferences(phone=phone)
    return None


def _wanted(said: str) -> bool | None:
    if _NO.search(said):
        return False
    return True if _YES.search(said) else None


def _marketing(said: str) -> bool | None:
    if re.search(r"\bunsubscribe\b|\bopt(?: me)? out\b", said):
        return False
    wanted = _wanted(said) if _MARKETING.search(said) else None
    return None if wanted and not _AGREED_TO.search(said) else wanted
