"""unknown: asks what is meant, and admits what was not understood."""

from typing import Any, Final

from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.reply import Buttons, Option, Reply, Text
from journeys.state import Asked, ConversationState
from journeys.wording.contact import goes_in_circles, how_to_reach_a_person
from journeys.wording.phrases import say

TOPICS: Final = ("sales", "support", "human")
LONGEST_REMEMBERED: Final = 300


def unknown(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state, reason = flow["state"], flow["reason"]
    if goes_in_circles(state):
        words = f"{say('still_not_understood', state)}\n\n{how_to_reach_a_person(state)}"
        return {"state": state.having(clarify_turns=0), "reply": Text(text=words)}
    return _asking(state, "which_topic" if reason == "asks" else "not_understood", runtime.context)


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
