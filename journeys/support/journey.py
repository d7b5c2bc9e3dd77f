"""Support: from a question to an answer out of the tenant's own documents, to a question back, or to a person.

ask_library ──▶ kb_retrieve ──▶ an answer with its sources · a question back · an honest no · hand_over
tried ──▶ kb_retrieve ──▶ the next step for the same trouble · shall a person take it? · hand_over
tell_section ──▶ kb_retrieve ──▶ what a section says that is likely meant
"""

from typing import Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Journey, by_kind
from journeys.state import ConversationState
from journeys.support.answer import ask_library
from journeys.support.answering import support_rag_answer
from journeys.support.commands import COMMANDS, AskLibrary, TellSection, Tried
from journeys.support.errands import ERRANDS
from journeys.support.tell_section import tell_section
from journeys.support.tried import tried
from journeys.support.trouble.reading import claims, continues


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    return (AskLibrary(question=text[:1600]),)


JOURNEY: Final = Journey(
    name="support",
    intents=("support_question",),
    commands=COMMANDS,
    act=by_kind({AskLibrary: ask_library, Tried: tried, TellSection: tell_section}),
    read=read,
    claims=claims,
    continues=continues,
    errands=ERRANDS,
    prompt=support_rag_answer.UNDERSTAND,
    prompt_node="ask_library",
    nodes={"support_rag_answer": support_rag_answer.PROMPT},
    is_sticky=True,
    is_specialist=True,
)
