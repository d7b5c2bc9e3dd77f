"""The ways to pay as rows to tap, and the question which one it shall be."""

from collections.abc import Sequence
from typing import Final

from journeys.checkout.commands import ChoosePayment, Method
from journeys.command import MAX_WRITTEN
from journeys.reply import Buttons, ListReply, Reply, ReplyOption, Text
from journeys.state import Choice, ConversationState, Pick, Question
from journeys.wording.phrases import say

WAYS: Final[tuple[Method, ...]] = ("mpesa_stk", "mpesa_c2b", "card")
MOST_BUTTONS: Final = 3


def name_of(method: str, state: ConversationState) -> str:
    return say(f"way_{method}", state)


def question(words: Sequence[str], methods: Sequence[Method], state: ConversationState) -> tuple[Pick, Reply]:
    """Which way; a row a way, numbered, with the words that come before it."""
    choices = tuple(
        Choice(title=name_of(method, state), command=ChoosePayment(method=method).written()) for method in methods
    )
    lines = "\n".join(f"{number}. {each.title}" for number, each in enumerate(choices, 1))
    text = "\n\n".join([*words, f"{say('which_way', state)}\n{lines}", say("way_hint", state)])
    asked = Pick(journey="checkout", of="way", choices=choices)
    return asked, choice(text, asked, state)


def choice(text: str, asked: Question, state: ConversationState) -> Reply:
    """Buttons, or a list where there are too many for buttons; words alone where an answer is too long for a row."""
    if not asked.choices or any(len(each.command) > MAX_WRITTEN for each in asked.choices):
        return Text(text=text)
    options = tuple(ReplyOption(id=each.command, title=each.title) for each in asked.choices)
    if len(options) <= MOST_BUTTONS:
        return Buttons(text=text, options=options)
    return ListReply(text=text, button=say("choose", state), options=options)
