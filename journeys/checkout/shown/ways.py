"""The ways to pay as rows to tap, and the question which one it shall be."""

from collections.abc import Sequence
from typing import Final

from journeys.checkout import answers
from journeys.reply import Buttons, ListReply, Option, Reply
from journeys.state import Asked, ConversationState
from journeys.wording.phrases import say

WAYS: Final = ("mpesa_stk", "mpesa_c2b", "card")
MOST_BUTTONS: Final = 3


def name_of(method: str, state: ConversationState) -> str:
    return say(f"way_{method}", state)


def question(words: Sequence[str], methods: Sequence[str], state: ConversationState) -> tuple[Asked, Reply]:
    """Which way; a row a way, numbered, with the words that come before it."""
    titles = tuple(name_of(method, state) for method in methods)
    ids = tuple(f"{answers.METHOD}{method}" for method in methods)
    lines = "\n".join(f"{number}. {title}" for number, title in enumerate(titles, 1))
    text = "\n\n".join([*words, f"{say('which_way', state)}\n{lines}", say("way_hint", state)])
    asked = Asked(kind="pick_method", journey="sales", options=ids, titles=titles)
    return asked, choice(text, asked, state)


def choice(text: str, asked: Asked, state: ConversationState) -> Reply:
    """Buttons, or a list where there are too many for buttons."""
    options = tuple(Option(id=id, title=title) for id, title in zip(asked.options, asked.titles, strict=True))
    if len(options) <= MOST_BUTTONS:
        return Buttons(text=text, options=options)
    return ListReply(text=text, button=say("choose", state), options=options)
