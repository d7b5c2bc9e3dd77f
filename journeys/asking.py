"""Questions back: counted in a row, whichever journey asks, until one too many makes it a person's."""

from dataclasses import replace
from typing import Final

from journeys import tenant
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.state import ConversationState

# What an operator reads of it; the message itself is in the talk.
LONGEST: Final = 1_000


def asking_back(done: Done, state: ConversationState, context: TurnContext) -> Done:
    """This question, one more than `state` has counted; or a person, when so many did not help."""
    turns = state.controls.clarify_turns + 1
    if turns >= tenant.escalation(context).max_clarifications:
        then = written("hand_over", reason="clarification_loop", about=context.text[:LONGEST])
        return Done(state=state, then=then)
    return replace(done, state=done.state.having(clarify_turns=turns))
