"""How a customer reaches a person of the tenant, as far as the tenant has told us."""

from typing import Final

from journeys.state import ConversationState
from journeys.wording.phrases import say

WAYS: Final = ("phone", "email", "address")
CLARIFICATIONS: Final = 3


def how_to_reach_a_person(state: ConversationState) -> str:
    ways = contact_ways(state)
    return say("reach_person", state, contact=", ".join(ways)) if ways else say("reach_nobody", state)


def goes_in_circles(state: ConversationState) -> bool:
    """Whether one more question would be one too many."""
    return state.controls.clarify_turns + 1 >= int(state.tenant.handoff.get("max_clarifications", CLARIFICATIONS))


def contact_ways(state: ConversationState) -> list[str]:
    return [str(state.tenant.handoff[way]) for way in WAYS if state.tenant.handoff.get(way)]
