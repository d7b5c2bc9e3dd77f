"""Unknown: asks what is meant, and admits what was not understood.

unclear ──▶ which topic? ──▶ pick_topic (read anew by that journey) · a person, when it goes in circles
"""

from typing import Any, Final

from journeys.asking import asking_back
from journeys.checkout.shown.ways import choice
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done, Journey
from journeys.reply import Text
from journeys.state import Choice, ConversationState, Pick
from journeys.unknown.commands import COMMANDS, PickTopic, Unclear
from journeys.wording.phrases import say

TOPICS: Final = ("sales", "support", "human")
LONGEST_REMEMBERED: Final = 300


def act(command: Any, state: ConversationState, context: TurnContext) -> Done:
    assert isinstance(command, Unclear)  # noqa: S101  a picked topic is read anew before anything is served
    if command.why == "not_on_the_list":
        return asking_back(Done(state=state, reply=Text(text=say("not_on_the_list", state))), state, context)
    choices = tuple(Choice(title=say(f"topic_{topic}", state), command=_command(topic)) for topic in TOPICS)
    asked = Pick(journey="unknown", of="topic", choices=choices, about=context.text[:LONGEST_REMEMBERED])
    lines = "\n".join(f"{number}. {each.title}" for number, each in enumerate(choices, 1))
    words = say("which_topic" if command.why == "asks" else "not_understood", state)
    asking = Done(state=state.having(asked=asked), reply=choice(f"{words}\n\n{lines}", asked, state))
    return asking_back(asking, state, context)


def _command(topic: str) -> str:
    return written("hand_over") if topic == "human" else PickTopic(topic=topic).written()


JOURNEY: Final = Journey(name="unknown", intents=("unknown",), commands=COMMANDS, act=act, is_always_on=True)
