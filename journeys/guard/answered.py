"""Answers to a question we asked: a tapped row or button, its number, its name, a yes or a no."""

import re
from typing import Any

from journeys.context import TurnContext
from journeys.guard import buying
from journeys.local import replies, wants
from journeys.reply import Text
from journeys.state import Asked, ConversationState
from journeys.wording.phrases import say

FREE_STANDING = ("item:", "topic:")  # a tap on an older list still says what is meant
_NUMBER = re.compile(r"\A\W*\d{1,2}\W*")
_POINTER = re.compile(
    r"(?:\b(?:number|no|option|namba|nambari)\W{0,2}|#)\d{1,2}\b"
    r"|\bthe (?:first|second|third|fourth|fifth|sixth|last)(?: one)?\b(?! (?:time|day|week|month|year))"
    r"|\b(?:first|second|third|fourth|fifth|sixth|last) one\b"
    r"|\bya (?:kwanza|pili|tatu|nne|tano|sita|mwisho)\b",
    re.IGNORECASE,
)
# Who asks for others, or for several, does not pick one of those shown, though its name is in her words.
_ASKS_FOR_OTHERS = re.compile(
    r"\b(?:show|any|others?|ones|more|have|got|stock|sell|looking|search|mna|mko|uko|kuna|natafuta|nionyeshe|nishow"
    r"|zingine|nyingine|hizo|hizi|zile|zenye)\b",
    re.IGNORECASE,
)
_COMPARES = re.compile(r"\b(?:not|like|than|kama|sio|kuliko)\b", re.IGNORECASE)
_POINTS_AT_ONE = re.compile(r"\b(?:one|ile|hiyo|hii|kile|hicho|that|this)\b", re.IGNORECASE)


def settle(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    tapped = [message.tapped_id for message in context.incoming if message.tapped_id]
    if tapped:
        chosen = buying.tapped(tapped[-1], state, context) or _tapped(tapped[-1], state.asked)
    else:
        chosen = buying.written(context.text, state) or _written(context.text, state.asked)
    if chosen is not None:
        context.trace.notes["answer"] = chosen
        return {"answer": chosen}
    is_off_the_list = state.asked is not None and state.asked.options and _NUMBER.fullmatch(context.text)
    return {"reply": Text(text=say("not_on_the_list", state))} if is_off_the_list else None


def _tapped(tapped_id: str, asked: Asked | None) -> str | None:
    is_ours = tapped_id.startswith(FREE_STANDING) or (asked is not None and tapped_id in asked.options)
    return tapped_id if is_ours else None


def _written(text: str, asked: Asked | None) -> str | None:
    if asked is None or asked.kind in buying.READERS:
        return None
    if asked.kind == "yes_or_no":
        return {True: "yes", False: "no", None: None}[replies.yes_or_no(text)]
    if asked.kind == "pick_item" and replies.yes_or_no(text) is not None:
        return "said"
    number = replies.pick_number(text, upto=len(asked.options))
    if number is None and asked.kind == "pick_item":
        number = _pointed_at(text, upto=len(asked.options))
    if number is not None:
        return asked.options[number - 1]
    place = replies.pick_name(text, asked.titles) if _may_name_one(text) else None
    return None if place is None else asked.options[place]


def _pointed_at(text: str, *, upto: int) -> int | None:
    """The one number inside a longer message: "how much is the second one"."""
    pointers = {found.group().casefold() for found in _POINTER.finditer(text)}
    if len(pointers) != 1 or _has_limits(text) or _COMPARES.search(text):
        return None
    return replies.pick_number(pointers.pop(), upto=upto)


def _may_name_one(text: str) -> bool:
    if _has_limits(text) or _COMPARES.search(text) or _ASKS_FOR_OTHERS.search(text):
        return False
    return bool(wants.parse(text).terms or _POINTS_AT_ONE.search(text))


def _has_limits(text: str) -> bool:
    said = wants.parse(text)
    return bool(said.price_min or said.price_max or said.sort or said.sees_all or said.rejects or said.asks_more)
