"""Words the sentence that leads a list of options. Without the model a fixed sentence does.

The options themselves, with their numbers and prices, are always written by code."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from journeys.compose.grounds import objection
from journeys.flow import Turn, may_ask
from journeys.llm import Facts, Question
from journeys.state import ConversationState
from journeys.wording.phrases import say

PROMPT = """\
A shop's assistant is about to show `options` to a customer on WhatsApp, as a numbered list with prices.
Write the one sentence that leads the list: what was found for `wish`, at most 20 words, in `language`
(sw: everyday Kenyan Swahili; sheng: Nairobi's Sheng) and in the tone `tone`.
Name no price, number, discount, delivery or quality that is not in `options`.
No greeting, no question, no link, no list."""


class Presented(BaseModel):
    """The sentence above the list."""

    model_config = ConfigDict(extra="forbid")

    opening: str


def local(facts: Facts) -> Presented:
    return Presented(opening=facts["usual_sentence"])


QUESTION = Question(name="catalog_present_options", prompt=PROMPT, schema=Presented, local=local)


def opening(state: ConversationState, wish: str, options: list[str], runtime: Turn) -> str:
    """The model's sentence, if a call is left in this turn and it is grounded; else the usual one."""
    usual = usual_opening(state, wish)
    if not may_ask(runtime.context):
        return usual
    facts: dict[str, Any] = {
        "wish": wish,
        "options": options,
        "language": state.response_language,
        "tone": state.tone_style,
        "usual_sentence": usual,
    }
    check = objection(state, runtime.context)
    return runtime.context.mind.ask(QUESTION, facts, check=check).opening.strip() or usual


def usual_opening(state: ConversationState, wish: str) -> str:
    return say("options_found", state, wish=wish) if wish else say("options_found_plain", state)
