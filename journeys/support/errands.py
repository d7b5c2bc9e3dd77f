"""The command of an errand for the library: a question."""

from collections.abc import Mapping
from typing import Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Takes
from journeys.reader.errands import Errand
from journeys.reader.marked import Act
from journeys.state import ConversationState
from journeys.support.commands import AskLibrary

# What its command takes.
LONGEST: Final = 1600


def ask(errand: Errand, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    return (AskLibrary(question=errand.text[:LONGEST]),)


ERRANDS: Final[Mapping[Act, Takes]] = {"ask": ask}
