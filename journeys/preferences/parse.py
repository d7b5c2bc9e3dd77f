"""Reads which preference a message wants changed; code alone, for a consent is not a matter of opinion."""

import re
from dataclasses import dataclass
from typing import Literal

from journeys.state import Lang
from knowledge.text import fold

_LANGUAGES: tuple[tuple[Lang, re.Pattern[str]], ...] = (
    ("sheng", re.compile(r"\bsheng\b")),
    ("sw", re.compile(r"\b(?:ki)?swahili\b")),
    ("en", re.compile(r"\b(?:english|kiingereza|kingereza|kizungu)\b")),
)
_OWN_DATA = re.compile(
    r"\b(?:delete|erase|forget|futa|ondoa)\b.{0,30}\b(?:data|details|account|information|taarifa|akaunti|me)\b"
    r"|\bwhat (?:information|data)\b|\btaarifa gani\b|\bprivate\b"
)
_ABOUT_MARKETING = (
    r"promo\w*|offers?|ads?|adverts?|marketing|newsletters?|deals?|messages|sms|texts?|updates?|alerts?|list"
    r"|matangazo|ofa|jumbe|ujumbe|taarifa|orodha|bidhaa mpya|new arrivals"
)
_MARKETING = re.compile(rf"\b(?:{_ABOUT_MARKETING})\b")
_NO = re.compile(
    r"\b(?:stop|unsubscribe|opt(?: me)? out|no more|no longer|don'?t|do not|not want|turn off|remove|withdraw"
    r"|too many|acha|acheni|wacha|sitaki|sidai|niondoe|nitoe|zima|kunitumia tena)\b"
)
_YES = re.compile(
    r"\b(?:subscribe|opt in|want|agree|sign me up|send|start|notify|keep me posted|let me know"
    r"|nitumie|nijulishe|nakubali|nataka|nadai|nishow)\b"
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What shall change; nothing at all when it could not be told."""

    language: Lang | None = None
    marketing: bool | None = None
    about: Literal["change", "own_data"] = "change"


def parse(text: str) -> Wanted:
    said = fold(text)
    if _OWN_DATA.search(said):
        return Wanted(about="own_data")
    language = next((name for name, pattern in _LANGUAGES if pattern.search(said)), None)
    return Wanted(language=language, marketing=None if language else _marketing(said))


def _marketing(said: str) -> bool | None:
    if re.search(r"\bunsubscribe\b|\bopt(?: me)? out\b", said):
        return False
    if not _MARKETING.search(said):
        return None
    if _NO.search(said):
        return False
    return True if _YES.search(said) else None
