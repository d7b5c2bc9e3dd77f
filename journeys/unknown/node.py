"""unknown: asks what is meant, admits what was not understood, and says what cannot be done here yet."""

from typing import Any, Final

from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.reply import Buttons, Option, Reply, Text
from journeys.state import Asked, ConversationState, Intent
from journeys.wording.contact import goes_in_circles, how_to_reach_a_person
from journeys.wording.phrases import say

TOPICS: Final = ("sales", "support", "human")
LONGEST_REMEMBERED: Final = 300
NOT_YET: Final[dict[Intent, str]] = {
    "support_question": "not_yet_support",
    "order_status": "not_yet_orders",
    "discounts_offers": "not_yet_offers",
    "payment_help": "not_yet_payments",
}


def unknown(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, reason = flow["state"], flow["reason"]
    if flow.get("answer") == "topic:human" or (reason == "sure" and state.intent == "human_request"):
        return _settled(state, how_to_reach_a_person(state))
    if reason == "sure":
        words = [say(NOT_YET[state.intent], state), how_to_reach_a_person(state), say("can_instead", state)]
        return _settled(state, "\n\n".join(words))
    if goes_in_circles(state):
        return _settled(state, f"{say('still_not_understood', state)}\n\n{how_to_reach_a_person(state)}")
    return _asking(state, "which_topic" if reason == "asks" else "not_understood", runtime.context)


def _settled(state: ConversationState, words: str) -> dict[str, Any]:
    return {"state": state.having(clarify_turns=0), "reply": Text(text=words)}


def _asking(state: ConversationState, phrase: str, context: TurnContext) -> dict[str, Any]:
    titles = tuple(say(f"topic_{topic}", state) for topic in TOPICS)
    asked = Asked(
        kind="pick_topic", journey="unknown", titles=titles,
        options=tuple(f"topic:{topic}" for topic in TOPICS), about=context.text[:LONGEST_REMEMBERED],
    )  # fmt: skip
    changed = state.having(asked=asked, clarify_turns=state.clarify_turns + 1)
    return {"state": changed, "reply": _buttons(say(phrase, state), asked)}


def _buttons(question: str, asked: Asked) -> Reply:
    lines = [f"{number}. {title}" for number, title in enumerate(asked.titles, 1)]
    options = tuple(Option(id=id, title=title) for id, title in zip(asked.options, asked.titles, strict=True))
    return Buttons(text="\n\n".join([question, "\n".join(lines)]), options=options)
