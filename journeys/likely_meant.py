"""What a message is likely about, by what the business' customers ask, where its own words find nothing."""

from dataclasses import replace
from typing import Final

from journeys import catalog, topics
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local import asks, intent, requests
from journeys.local.wordlists import is_gibberish, tokens
from journeys.registry import Registry
from journeys.state import ConversationState
from journeys.support.question import kinds

# One word or two that found nothing here is not looked for elsewhere: it would find anything.
FEWEST_WORDS: Final = 3
# What a tool takes as a query.
LONGEST: Final = 300
WISHES: Final = (asks.wants_it, asks.asks_price, asks.asks_for_any, asks.asks_to_have, asks.asks_advice)


def likely_meant(state: ConversationState, context: TurnContext, known: Registry) -> Done | None:
    """The goods that a message is likely about, by what the business' customers ask, where its words find nothing."""
    text = context.text[:LONGEST]
    is_theirs = kinds.is_trouble(text) or kinds.is_of_theirs(text)
    if is_theirs or context.has_other_wishes or "suggest" not in known.commands or not may_be_of_business(context):
        return None
    titles = [topic.name for topic in topics.perhaps(text, context) if topic.kind == "product"]
    is_for_somebody = catalog.has_guests(context) and requests.is_of_a_stay(text)
    is_doubtful = is_for_somebody or len(tokens(text)) < topics.A_TALE
    if not titles or (is_doubtful and not topics.is_plain(text, context)):
        return None
    command = known.commands["suggest"].model_validate({"titles": titles})
    found = known.owners["suggest"].act(command, state, context)
    return None if found.is_empty else replace(found, state=known.after(command, found.state, context.tools.now))


def may_be_of_business(context: TurnContext) -> bool:
    """Whether it says enough to be looked for elsewhere, and is not plainly of no business here."""
    text = context.text[:LONGEST]
    is_long = len(tokens(text)) >= FEWEST_WORDS
    return context.by == "local" and is_long and not is_gibberish(text) and not intent.leans_elsewhere(text)
