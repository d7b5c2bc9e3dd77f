"""Reads which preference a message wants changed; code alone, for a consent is not a matter of opinion."""

import re

from journeys.command import Command
from journeys.context import TurnContext
from journeys.language.registry import languages
from journeys.local import asks
from journeys.preferences.called import called_in, number_in
from journeys.preferences.commands import ConfirmErasure, EraseData, OwnData, SetPreferences
from journeys.preferences.messages import marketing_in, notices_in
from journeys.preferences.wishes import wish_in
from journeys.state import ConversationState
from knowledge.text import fold

# The last one offered is looked for first: "sheng, not swahili".
_LANGUAGES = tuple(
    (one.code, re.compile(rf"\b(?:{'|'.join(one.asked_for)})\b")) for one in reversed([*languages().values()])
)
_NAMES = "|".join(name for one in languages().values() for name in one.asked_for)
_SPEAKS = re.compile(
    rf"\b(?:speak|talk|write|reply|answer|chat|languages?|lugha)\b|ongea|ongee|zungumz|bonga|bonge|andik|jib"
    rf"|\b(?:in|to|use|kwa|iwe|liwe) (?:{_NAMES})\b"
)
# "Kamusi ya Kiswahili" and "an English Bible" are things.
_THING_IN_A_LANGUAGE = re.compile(
    rf"\b\w{{3,20}} (?:ya|cha|la|za|vya|wa) (?:{_NAMES})\b"
    rf"|\b(?:{_NAMES}) (?!please\b|pls\b|tafadhali\b|only\b|tu\b|now\b)\w{{3,20}}s?\b"
)
_ERASE = re.compile(
    r"\b(?:delete|erase|forget|remove|futa|mfute|ufute|ondoa)\b.{0,30}"
    r"\b(?:data|details|account|information|info|taarifa|akaunti|me)\b(?!.{0,20}\b(?:list|group|broadcasts?|orodha)\b)"
)
_KEEP = re.compile(
    r"(?:please )?(?:keep my data|dont delete my data|usifute (?:data|taarifa)(?: zangu| yangu)?)(?: please)?"
)
_OWN_DATA = re.compile(
    r"\bwhat (?:information|data)\b|\b(?:taarifa|data) gani\b"
    r"|\b(?:data|details|information|info|messages?|chats?|conversations?|number|taarifa|this)\b.{0,20}\bprivate\b"
    r"|\bprivate (?:data|details|information|info|number)\b"
    r"|\bwhat (?:else )?do you (?:know|have|keep|store) (?:about|on|of) me\b"
    r"|\b(?:mnajua|unajua|mnaijua) nini (?:kunihusu|juu yangu|kuhusu mimi)\b|\bmnajua nini kunihusu\b"
    r"|\b(?:unajua|mnajua) (?:nini|what) about me\b"
    r"|\bwhat (?:consents?|permissions?)\b|\bwhat (?:have|did) i (?:agree|consent)\w* to\b|\bnimekubali nini\b"
)
_OF_OURS = re.compile(
    r"\b(?:languages?|lugha|preferences?|settings|mipangilio|notifications?|consent|idhini|what you send|mnachotuma)\b"
)


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What shall change; a preference with nothing in it when that was not said; none about other things."""
    said = fold(text)
    if (settled := continues(text, state)) is not None:
        return (settled,)
    if _ERASE.search(said):
        return (EraseData(),)
    if _OWN_DATA.search(said):
        return (OwnData(),)
    if language := _language(said):
        return (SetPreferences(language=language),)
    if notices := notices_in(said):
        return (notices,)
    marketing = marketing_in(said)
    is_meant = marketing is not None or bool(context.about) or _OF_OURS.search(said)
    return (SetPreferences(marketing=marketing),) if is_meant else ()


def continues(text: str, state: ConversationState) -> Command | None:
    """What is said so plainly that nothing else can be meant, whatever is being bought or asked meanwhile."""
    said = fold(text).replace("'", "").strip(" .!?")
    if _KEEP.fullmatch(said):
        return ConfirmErasure(erase=False)
    if called := called_in(text.strip(" .!?\n")):
        return SetPreferences(called=called)
    if phone := number_in(said, is_asked=state.controls.asked is not None):
        return SetPreferences(phone=phone)
    return wish_in(text)


def _language(said: str) -> str | None:
    """The language that they want to be answered in; a thing in a language is a thing."""
    language = next((name for name, pattern in _LANGUAGES if pattern.search(said)), None)
    is_a_thing = _THING_IN_A_LANGUAGE.search(said) or asks.asks_for_any(said) or asks.asks_price(said)
    return None if language and is_a_thing and not _SPEAKS.search(said) else language
