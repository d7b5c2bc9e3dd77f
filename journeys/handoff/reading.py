"""Reads, without a model, what only a person can arrange: a table at a certain time."""

import re
from typing import Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.handoff.commands import HandOver
from journeys.local import circumstances
from journeys.local.wordlists import plain
from journeys.state import ConversationState

LONGEST: Final = 300
_TABLE: Final = re.compile(
    r"\b(?:book|booking|reserve|reservation|kubook|bookie|kureserve|hifadhi|wekea|niwekee|tuwekee)\b.{0,40}\b(?:tables?|meza)\b"
    r"|\b(?:tables?|meza)\b.{0,30}\b(?:book|reserve|reservation)\b"
    r"|\b(?:table|meza) (?:for|at|ya|kwa) "
    r"|\b(?:book|reserve)\b.{0,20}\b(?:breakfast|lunch|dinner|brunch)\b"
)
_ASKS_ABOUT_IT: Final = re.compile(
    r"\A\W*(?:do|does|must|should|is|are|how|what|when|where|why|which|je|lazima|kwani|ni lazima)\b"
)


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """A table or a meal to be kept for them: for a time, for no catalog sells it. Who asks about it is told."""
    said = plain(text)
    if not _TABLE.search(said) or _ASKS_ABOUT_IT.match(said) or not circumstances.tells_time(said):
        return ()
    return (HandOver(reason="request", about=text[:LONGEST]),)
