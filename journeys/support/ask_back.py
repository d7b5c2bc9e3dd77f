"""Asks for what an answer hangs on, in the tenant's own words; at most twice for one question."""

from collections.abc import Iterable, Mapping
from typing import Final

from journeys import tenant
from journeys.asking import asking_back
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.reply import Text
from journeys.state import ConversationState, Tell
from journeys.support.question import kinds
from journeys.wording.phrases import say, spoken
from tenants.rules import in_language

# As was specified: then a person.
MOST_ASKS: Final = 2
# The question as it is asked again with its details.
LONGEST_KEPT: Final = 300


def ask_back(question: str, words: str, state: ConversationState, context: TurnContext) -> Done:
    """`words` are a model's question; without them the tenant's own details are asked for."""
    support = state.support
    changed = state.having(
        asked=Tell(journey="support", what="details", about=question[:LONGEST_KEPT]),
        support_asks=min(support.support_asks + 1, MOST_ASKS),
    )
    return asking_back(Done(state=changed, reply=Text(text=words or _words(question, state, context))), state, context)


def _words(question: str, state: ConversationState, context: TurnContext) -> str:
    details = missing(question, context)
    if details and (kinds.is_trouble(question) or kinds.is_vague(question)):
        return asked_details(details, state)
    return say("ask_more", state)


def missing(question: str, context: TurnContext) -> list[Mapping[str, str]]:
    """Of what an answer hangs on, by the tenant's list, what they have not told yet."""
    said = kinds.content_terms(question)
    return [
        detail
        for detail in tenant.guardrails(context).answers.details
        if not said & kinds.content_terms(*detail.values())
    ]


def asked_details(details: Iterable[Mapping[str, str]], state: ConversationState) -> str:
    """The tenant's list of what an answer hangs on, in the language of the reply."""
    lead = say("ask_details_again" if state.support.support_asks else "ask_details", state)
    language = spoken(state.understood.response_language)
    return "\n".join([lead, *(f"• {in_language(detail, language)}" for detail in details)])
