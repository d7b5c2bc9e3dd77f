"""Unknown: asks what is meant, and admits what was not understood.

unclear ──▶ which topic? ──▶ pick_topic (read anew by that journey) · a person, when it goes in circles
"""

from typing import Any, Final

from journeys import tenant
from journeys.asking import asking_back
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done, Journey
from journeys.reply import Text
from journeys.state import Choice, ConversationState, Pick
from journeys.unknown.commands import COMMANDS, PickTopic, Unclear
from journeys.wording.choices import choice
from journeys.wording.contact import contact_ways, how_to_reach_a_person
from journeys.wording.phrases import say, spoken
from tenants.rules import in_language

TOPICS: Final = ("sales", "support", "billing", "human")
HINTS: Final = {
    "sales_discovery": "sales", "product_question": "sales", "discounts_offers": "sales", "support_question": "support",
    "payment_help": "billing",
}  # fmt: skip
# Enough to serve it once they have said what it is about.
LONGEST_REMEMBERED: Final = 300


def act(command: Any, state: ConversationState, context: TurnContext) -> Done:
    assert isinstance(command, Unclear)  # noqa: S101  a picked topic is read anew before anything is served
    if command.why == "not_on_the_list":
        return asking_back(Done(state=state, reply=Text(text=say("not_on_the_list", state))), state, context)
    topics = _topics(state, context)
    choices = tuple(Choice(title=say(f"topic_{topic}", state), command=_command(topic)) for topic in topics)
    asked = Pick(journey="unknown", of="topic", choices=choices, about=context.text[:LONGEST_REMEMBERED])
    lines = "\n".join(f"{number}. {each.title}" for number, each in enumerate(choices, 1))
    words = _words(command, state, context)
    below = [how_to_reach_a_person(state)] if command.why == "not_understood" and contact_ways(state) else []
    asking = Done(state=state.having(asked=asked), reply=choice("\n\n".join([words, lines, *below]), asked, state))
    return asking_back(asking, state, context)


def _topics(state: ConversationState, context: TurnContext) -> list[str]:
    """What this business can be asked for, what the words hint at first; a hint and no more: it is chosen by them."""
    off = tenant.tenant_of(context).journeys_off
    hint = HINTS.get(state.understood.intent, "") if state.understood.intent_confidence > 0 else ""
    context.trace.notes["route_hint"] = hint
    return sorted((topic for topic in TOPICS if topic not in off), key=lambda topic: topic != hint)


def _words(command: Unclear, state: ConversationState, context: TurnContext) -> str:
    """The business's own words for it, else ours."""
    own = in_language(tenant.guardrails(context).answers.unclear, spoken(state.understood.response_language))
    return own or say("which_topic" if command.why == "asks" else "not_understood", state)


def _command(topic: str) -> str:
    return written("hand_over") if topic == "human" else PickTopic(topic=topic).written()


JOURNEY: Final = Journey(name="unknown", intents=("unknown",), commands=COMMANDS, act=act, is_always_on=True)
