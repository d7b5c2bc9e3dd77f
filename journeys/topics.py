"""Of which topic a message is, a section or a product, by what was learned of what the business' customers ask."""

from typing import Final

from journeys.context import TurnContext
from journeys.local import wants
from journeys.local.wordlists import tokens
from knowledge import lexicon
from tools.topics.examples import AskedTopic
from tools.topics.learning import Likely

SURELY: Final = 0.5
"""From here on, 0 to 1, 120 of 131 messages that no one had learned from were of the likeliest topic."""
MOSTLY_SAID, PARTLY_SAID = 0.45, 0.3
"""So much of what is said must be what customers ask of the topic: "whats my balance" of a bill is of no bundle's. Of
what is beyond doubt it may be less."""
BEYOND_DOUBT: Final = 0.7
"""From here on 109 of 112."""
# So many words are about something, though none of them names it.
A_SENTENCE: Final = 5
PLAINLY: Final = 0.05
"""What is likelier by so much is plainly so."""
# One thing that is named is what it says: a TV is no box for it.
FEWEST_THINGS: Final = 2


def likely(text: str, context: TurnContext) -> list[Likely]:
    """The topics of which a text may be, likeliest first; without those whose customers speak of other things."""
    return [one for one in context.topics(text) if _is_said(one)]


def likeliest(text: str, context: TurnContext) -> Likely | None:
    """The likeliest of all; None where its customers speak of other things."""
    best = next(iter(context.topics(text)), None)
    return best if best is not None and _is_said(best) else None


def _is_said(one: Likely) -> bool:
    return one.said >= (PARTLY_SAID if one.likely >= BEYOND_DOUBT else MOSTLY_SAID)


def surely(text: str, context: TurnContext) -> AskedTopic | None:
    """The topic that a text is surely of; None where it may be of several, or of none."""
    best = likeliest(text, context)
    return best.topic if best is not None and best.likely >= SURELY else None


def is_likelier(text: str, part: str, context: TurnContext) -> bool:
    """Whether a text is plainly likelier of one topic than a part of it is of any."""
    whole, alone = likeliest(text, context), likeliest(part, context)
    return whole is not None and whole.likely - (alone.likely if alone is not None else 0.0) >= PLAINLY


def product_of(text: str, context: TurnContext) -> AskedTopic | None:
    """The product that a text is surely about, by more than one thing that it speaks of."""
    topic = surely(text, context)
    return topic if topic is not None and topic.kind == "product" and says_more(text) else None


def says_more(text: str) -> bool:
    """Whether it says more than the name of one thing."""
    said = [term for term in wants.parse(text).terms if not lexicon.is_stop_word(term)]
    return len(said) >= FEWEST_THINGS or len(tokens(text)) >= A_SENTENCE
