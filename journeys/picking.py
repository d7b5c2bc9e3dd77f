"""Which of the choices of a question words pick: by number, by a pointer inside them, or by name."""

import re
from typing import Final

from journeys.local import replies, wants
from journeys.state import Question

# "That one" is no first one.
POINTS_BACK: Final = re.compile(
    r"\b(?:that|this)(?: one)?\b(?! (?:first|second|third))|\bthe same\b"
    r"|\b(?:hiyo|hio|hii)\b(?! (?:ya|za|la|cha|ingine|nyingine)\b)",
    re.IGNORECASE,
)
NUMBER: Final = re.compile(r"\A\W*\d{1,2}\W*")
_POINTER = re.compile(
    r"(?:\b(?:number|no|option|namba|nambari)\W{0,2}|#)\d{1,2}\b"
    r"|\bthe (?:first|second|third|fourth|fifth|sixth|last)(?: one)?\b(?! (?:time|day|week|month|year|price))"
    r"|\b(?:first|second|third|fourth|fifth|sixth|last) one\b"
    r"|(?<!\bbei )\b(?:[yzlw]a|cha|vya) (?:kwanza|pili|tatu|nne|tano|sita|mwisho)\b",
    re.IGNORECASE,
)
# Who asks for others, or for several, does not pick one of those shown, though its name is in the words.
_ASKS_FOR_OTHERS = re.compile(
    r"\b(?:show|any|others?|ones|more|have|got|stock|sell|looking|search|mna|mko|uko|kuna|natafuta|nionyeshe|nishow"
    r"|zingine|nyingine|hizo|hizi|zile|zenye)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(r"\b(?:not|like|than|kama|sio|kuliko)\b", re.IGNORECASE)
# "Mara yangu ya kwanza", "my first time", is none of a list.
_HOW_OFTEN = re.compile(
    r"\bmara (?:\w{2,6} )?ya (?:kwanza|pili|tatu)\b|\b(?:first|second|third) (?:time|order|purchase)\b", re.IGNORECASE
)
_POINTS_AT_ONE = re.compile(r"\b(?:one|ile|hiyo|hii|kile|hicho|that|this)\b", re.IGNORECASE)


def numbered(text: str, question: Question) -> str | None:
    """The command of the choice whose number is the whole message."""
    number = replies.pick_number(text, upto=len(question.choices))
    return None if number is None else question.choices[number - 1].command


def pointed(text: str, question: Question) -> str | None:
    """The one number inside a longer message: "how much is the second one"."""
    pointers = {found.group().casefold() for found in _POINTER.finditer(_HOW_OFTEN.sub(" ", text))}
    if len(pointers) != 1 or _has_limits(text) or _COMPARES.search(text):
        return None
    return numbered(pointers.pop(), question)


def placed(text: str, question: Question) -> str | None:
    """ "The first": its place in words, since a figure may be a size or how many."""
    return None if re.search(r"\d", text) or POINTS_BACK.search(text) else numbered(text, question)


def named(text: str, question: Question) -> str | None:
    """The choice whose name the words are, or mean."""
    at = replies.pick_name(text, [each.title for each in question.choices]) if question.choices else None
    return None if at is None else question.choices[at].command


def may_name_one(text: str) -> bool:
    """Whether words that hold the name of an item pick it, and do not ask for others like it."""
    if _has_limits(text) or _COMPARES.search(text) or _ASKS_FOR_OTHERS.search(text):
        return False
    return bool(wants.parse(text).terms or _POINTS_AT_ONE.search(text))


def _has_limits(text: str) -> bool:
    said = wants.parse(text)
    return bool(said.price_min or said.price_max or said.sort or said.sees_all or said.rejects or said.asks_more)
