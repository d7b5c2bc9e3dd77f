"""Answers to a question we asked: a tapped row or button, its number, its name, a yes or a no."""

import re
from typing import Any

from journeys.context import TurnContext
from journeys.local import replies, wants
from journeys.state import Asked, ConversationState

FREE_STANDING = ("item:", "topic:")  # a tap on an older list still says what is meant
# Who asks for others, or for several, does not pick one of those shown, though its name is in her words.
_ASKS_FOR_OTHERS = re.compile(
    r"\b(?:show|any|others?|ones|more|have|got|stock|sell|looking|search|mna|mko|uko|kuna|natafuta|nionyeshe|nishow"
    r"|zingine|nyingine|hizo|hizi|zile|zenye)\b",
    re.IGNORECASE,
)
_POINTS_AT_ONE = re.compile(r"\b(?:one|ile|hiyo|hii|kile|hicho|that|this)\b", re.IGNORECASE)


def settle(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    tapped = [message.tapped_id for message in context.incoming if message.tapped_id]
    chosen = _tapped(tapped[-1], state.asked) if tapped else _written(context.text, state.asked)
    if chosen is None:
        return None
    context.trace.notes["answer"] = chosen
    return {"answer": chosen}


def _tapped(tapped_id: str, asked: Asked | None) -> str | None:
    is_ours = tapped_id.startswith(FREE_STANDING) or (asked is not None and tapped_id in asked.options)
    return tapped_id if is_ours else None


def _written(text: str, asked: Asked | None) -> str | None:
    if asked is None:
        return None
    if asked.kind == "yes_or_no":
        return {True: "yes", False: "no", None: None}[replies.yes_or_no(text)]
    number = replies.pick_number(text, upto=len(asked.options))
    if number is not None:
        return asked.options[number - 1]
    place = replies.pick_name(text, asked.titles) if _may_name_one(text) else None
    return None if place is None else asked.options[place]


def _may_name_one(text: str) -> bool:
    said = wants.parse(text)
    narrows = said.price_min or said.price_max or said.sort or said.sees_all or said.rejects or said.asks_more
    names = said.terms or _POINTS_AT_ONE.search(text)
    return bool(names) and not narrows and not _ASKS_FOR_OTHERS.search(text)
