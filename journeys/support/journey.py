"""Support: from a question to an answer out of the tenant's own documents, to a question back, or to a person.

ask_library ──▶ kb_retrieve ──▶ an answer with its sources · a question back · an honest no · hand_over
"""

from typing import Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Done, Journey
from journeys.state import ConversationState
from journeys.support.answer import ask_library
from journeys.support.answering import support_rag_answer
from journeys.support.commands import COMMANDS, AskLibrary


def act(command: Command, state: ConversationState, context: TurnContext) -> Done:
    assert isinstance(command, AskLibrary)  # noqa: S101  the only command of this journey
    return ask_library(command, state, context)


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    return (AskLibrary(question=text[:1600]),)


JOURNEY: Final = Journey(
    name="support",
    intents=("support_question",),
    commands=COMMANDS,
    act=act,
    read=read,
    prompt=support_rag_answer.UNDERSTAND,
    prompt_node="ask_library",
    nodes={"support_rag_answer": support_rag_answer.PROMPT},
    is_sticky=True,
)
