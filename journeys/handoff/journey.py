"""Handoff: a ticket for a person, whoever found that one is needed.

hand_over ──▶ handoff_create_ticket ──▶ handoff_message
offer_person ──▶ yes ──▶ hand_over
rate_ticket, once a person has resolved it
"""

from typing import Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.contract import Journey, by_kind
from journeys.handoff import handoff_message
from journeys.handoff.commands import COMMANDS, HandOver, LetItBe, OfferPerson, RateTicket
from journeys.handoff.hand_over import hand_over, let_it_be, offer
from journeys.handoff.rating import rate
from journeys.handoff.reading import claims
from journeys.state import ConversationState

PROMPT: Final = """\
hand_over  wants a person, or must have one: reason human_request, complaint (about the business or its people), dispute
           (a charge), refund, legal, frustration (no help after several tries), request (something the business must
           arrange: a booking, a visit, a call-back). One a message, for the gravest reason; `about` says all of it,
           complete: what, how many, when, for whom"""


def read(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    return (HandOver(),)


def grounds(state: ConversationState) -> list[str]:
    """The number of the ticket that is theirs."""
    number = state.handoff.handoff_ticket_number
    return [number] if number else []


JOURNEY: Final = Journey(
    name="handoff",
    intents=("human_request",),
    commands=COMMANDS,
    act=by_kind({HandOver: hand_over, OfferPerson: offer, LetItBe: let_it_be, RateTicket: rate}),
    read=read,
    claims=claims,
    grounds=grounds,
    prompt=PROMPT,
    prompt_node="hand_over",
    nodes={"handoff_message": handoff_message.PROMPT},
    is_always_on=True,
)
