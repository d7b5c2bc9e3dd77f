"""Answers to a question we asked: a tapped row or button, its number, its name, a yes or a no."""

from typing import Any

from journeys.context import TurnContext
from journeys.local import replies
from journeys.state import Asked, ConversationState

FREE_STANDING = ("item:", "topic:")  # a tap on an older list still says what is meant


def settle(state: ConversationState, context: TurnContext) -> dict[str, Any] | None:
    message = context.incoming[-1]
    chosen = _tapped(message.tapped_id, state.asked) or _written(context.text, state.asked)
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
    place = replies.pick_number(text, upto=len(asked.options))
    if place is None:
        place = replies.pick_name(text, asked.titles)
    return None if place is None else asked.options[place]
