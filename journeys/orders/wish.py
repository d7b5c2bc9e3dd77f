"""Reads what is wanted with an order, and which; code alone, for the words of the trade are few."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

from journeys.local.wordlists import plain
from journeys.state import ConversationState

Action = Literal["dispute", "cancel", "change", "payment", "pay", "list", "status"]
ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
# As the house makes them, letters and digits in turn, however they are spaced.
_OURS = re.compile(r"(?<![A-Za-z0-9])#?((?:[A-Za-z][2-9]){2})[ -]?((?:[A-Za-z][2-9]){2})(?![A-Za-z0-9])")
_NAMED = re.compile(
    r"(?:\b(?:order|oda|oder|agizo)\b(?:\W{0,3}\b(?:number|namba|nambari|no|num|ya|yangu|is|ni|yenye)\b){0,3}|#)"
    r"\W{0,3}(?P<number>[A-Za-z0-9]{4,12})\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"\b(?=[A-Za-z0-9]*[A-Za-z])(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{5,12}\b")
# An amount, a measure or an ordinal is no number of an order.
_MEASURE = re.compile(r"\A(?:\d+[a-z]{1,6}|(?:kes|ksh|kshs|sh|size)\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderWish:
    """What shall be done, and the number that was named; `is_named` when she said that it is an order's."""

    action: Action
    number: str | None = None
    is_named: bool = False


def read(text: str, state: ConversationState) -> OrderWish:
    number, is_named = _number(text)
    return OrderWish(action=_action(text, state), number=number, is_named=is_named)


def _action(text: str, state: ConversationState) -> Action:
    said = plain(text)
    found = next((action for action in ACTIONS[:-1] if _pattern(action).search(said)), None)
    if found is not None:
        return found
    return "payment" if state.intent == "payment_help" else "status"


def _number(text: str) -> tuple[str | None, bool]:
    if ours := _OURS.search(text):
        return f"{ours[1]}{ours[2]}".upper(), True
    for named in _NAMED.finditer(text):
        said = named["number"]
        if any(character.isdigit() for character in said) or said.isupper():
            return said.upper(), True
    codes = [code for code in _CODE.findall(text) if not _MEASURE.fullmatch(code)]
    return (codes[0].upper(), False) if codes else (None, False)


@cache
def _pattern(action: Action) -> re.Pattern[str]:
    wishes = tomllib.loads(Path(__file__).with_name("wishes.toml").read_text(encoding="utf-8"))
    return re.compile(rf"(?<!\w)(?:{'|'.join(wishes[action])})(?!\w)")
