"""The ways to pay as rows to tap, and the question which one it shall be."""

from collections.abc import Sequence
from typing import Final

from journeys.checkout.commands import ChoosePayment, Method
from journeys.reply import Reply
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.phrases import say

WAYS: Final[tuple[Method, ...]] = ("mpesa_stk", "mpesa_c2b", "card")


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
