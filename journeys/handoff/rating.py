"""How they were served: asked once, when a person has resolved their ticket; a tap, a figure or its words answer."""

from typing import Final

from journeys.context import TurnContext
from journeys.contract import Done
from journeys.handoff.commands import RateTicket
from journeys.reply import Reply, Text
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.phrases import say

# The usual five.
SCORES: Final = (1, 2, 3, 4, 5)
# Four and five are thanked, the others are told that we are sorry.
PLEASED: Final = 4


def question(state: ConversationState, *, ticket_id: str, number: str) -> tuple[ConversationState, Reply]:
    """The state that waits for the answer, and what asks for it; its place in the list is its score."""
    choices = tuple(
        Choice(title=say(f"rating_{score}", state), command=RateTicket(ticket=ticket_id, score=score).written())
        for score in SCORES
    )
    asked = Pick(journey="handoff", of="rating", choices=choices)
    lines = "\n".join(f"{score}. {each.title}" for score, each in zip(SCORES, choices, strict=True))
    reply = choice(f"{say('rate_ticket', state, number=number)}\n\n{lines}", asked, state)
    return state.having(asked=asked), reply.model_copy(update={"purpose": "service"})


def rate(command: RateTicket, state: ConversationState, context: TurnContext) -> Done:
    """Thanked for; it is kept with the ticket when the turn is committed."""
    asked = state.controls.asked
    is_this = isinstance(asked, Pick) and asked.of == "rating"
    words = say("rating_thanks" if command.score >= PLEASED else "rating_sorry", state)
    settled = state.having(asked=None) if is_this else state
    return Done(state=settled, reply=Text(text=words), rated=(command.ticket, command.score))
