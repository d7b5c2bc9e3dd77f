"""Wishes that are said so plainly that nothing else can be meant: each word of the message has a part in one.

No list of sentences: "zima arifa za oda" and "please turn off all order alerts" are both something that ends (`no`),
a message and an order. One word without a part, as in "stop the delivery until Monday", and it is no such wish.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from journeys.command import Command
from journeys.local.wordlists import plain, steady, tokens
from journeys.preferences.commands import EraseData, OwnData, SetPreferences

# A longer message says more than a preference, however it begins.
LONGEST: Final = 14
KINDS: Final = ("order", "payment", "marketing")
FIELDS: Final = {"order": "order_updates", "payment": "payment_updates", "marketing": "marketing"}
SHOWN: Final = frozenset({"mine", "record", "message", "know", "keep", "around", "more"})
Language = Literal["en", "sw", "sheng"]
LANGUAGES: Final[dict[str, Language]] = {"swahili": "sw", "kiswahili": "sw", "sheng": "sheng"}


def wish_in(text: str) -> Command | None:
    """The whole message as one wish about what is remembered and sent; None when it may be anything else."""
    said = tokens(_together(steady(plain(text))))
    parts = [_parts_of(word) for word in said]
    if not 1 < len(said) <= LONGEST or not all(parts):
        return None
    found = frozenset[str]().union(*parts)
    return _own_data(found) or _language(found, said) or _notices(found, parts)


def _own_data(found: frozenset[str]) -> Command | None:
    is_theirs = "about_me" in found or ("mine" in found and bool(found & {"record", "data"}))
    if "forget_me" in found or ("erase" in found and is_theirs):
        return EraseData()
    is_asked = "about_me" in found and bool(found & {"know", "keep", "record", "data"})
    is_looked_at = {"mine", "record"} <= found <= SHOWN or {"mine", "data", "keep"} <= found
    return OwnData() if is_asked or is_looked_at else None


def _language(found: frozenset[str], said: list[str]) -> Command | None:
    tongues = [word for word in said if "tongue" in _parts_of(word)]
    if len(tongues) != 1 or "speak" not in found or found & {"no", "erase", "marketing"}:
        return None
    return SetPreferences(language=LANGUAGES.get(tongues[0], "en"))


def _notices(found: frozenset[str], parts: list[frozenset[str]]) -> Command | None:
    """Which kind shall end or begin again; all of it only where messages themselves are named."""
    ends, begins = sum("no" in each for each in parts), "on" in found or {"more", "again"} <= found
    if ends > 1 or (ends and "on" in found) or not (ends or begins) or "tongue" in found:
        return None  # "don't stop the updates" ends nothing
    kinds = [kind for kind in KINDS if kind in found]
    if not kinds:
        return SetPreferences(messages=not ends) if "message" in found else None
    if "message" not in found and kinds != ["marketing"]:
        return None  # "stop my order" is about the order
    return SetPreferences.model_validate({FIELDS[kind]: not ends for kind in kinds})


def _together(said: str) -> str:
    for one, pattern in _lists()["together"].items():
        said = re.sub(rf"\b(?:{pattern})\b", one, said)
    return said


@cache
def _parts_of(word: str) -> frozenset[str]:
    return frozenset(part for part, pattern in _patterns().items() if pattern.fullmatch(word))


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {part: re.compile("|".join(words)) for part, words in _lists()["parts"].items()}


@cache
def _lists() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
