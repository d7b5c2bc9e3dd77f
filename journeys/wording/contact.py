"""How a customer reaches a person of the tenant, and how their data is treated, as far as the tenant has told us."""

from typing import Final

from journeys.state import ConversationState
from journeys.wording.phrases import say, spoken
from tenants.rules import Escalation, Guardrails, in_language, read_rules

WAYS: Final = ("phone", "email", "address")


def how_to_reach_a_person(state: ConversationState) -> str:
    ways = contact_ways(state)
    return say("reach_person", state, contact=", ".join(ways)) if ways else say("reach_nobody", state)


def contact_ways(state: ConversationState) -> list[str]:
    rules = read_rules(Escalation, state.tenant.handoff)
    return [words for way in WAYS if (words := getattr(rules, way))]


def data_notice(state: ConversationState) -> str:
    """The tenant's own words on what is kept of a customer; empty when it has written none."""
    return in_language(
        read_rules(Guardrails, state.tenant.compliance).data_notice, spoken(state.understood.response_language)
    )
