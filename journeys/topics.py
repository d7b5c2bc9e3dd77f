"""Of which topic a message is, a section or a product, by what was learned of what the business' customers ask."""

import re
from typing import Final

from journeys.context import TurnContext
from journeys.local import asks, wants
from journeys.local.wordlists import tokens
from knowledge import lexicon
from tools.topics.examples import AskedTopic
from tools.topics.learning import Likely

SURELY: Final = 0.6
"""From here on, 0 to 1, four of five messages of others than who wrote the examples are of the likeliest topic."""
BEYOND_DOUBT: Final = 0.8
"""From here on nearly nine of ten."""
LIKELY: Final = 0.45
"""From here on one of two is right."""
AS_LIKELY_AS_NOT: Final = 0.35
"""Of three that come to so much together, one is meant in two messages of three."""
PERHAPS, MOST_PERHAPS = 0.06, 3
"""What is less likely is not worth a look."""
# So many words are about something, though none of them names it.
A_SENTENCE: Final = 5
# Who tells so much asks of what we have, and not only of a word that stands there.
A_TALE: Final = 10
PLAINLY: Final = 0.05
"""What is likelier by so much is plainly so."""
TELLING: Final = frozenset({"unlimited", "prepaid", "postpaid", "five_g", "four_g", "static_ip"})
"""What tells which of a kind it is: whether there is one so is told by its words."""
# One thing that is named is what it says: a TV is no box for it.
FEWEST_THINGS: Final = 2
_SEEKING: Final = (asks.asks_price, asks.asks_for_any, asks.asks_advice, asks.shows, asks.wants_it)
HOW_TO: Final = re.compile(
    r"\A\W*(?:(?:hi|hello|please|and|so|but|ok|je|na|kindly)\W+){0,2}"
    r"(?:how (?:do|can|should|does|would) (?:i|we|one|you)|how to|how (?:am|are) (?:i|we) to"
    r"|(?:ni|tu)fanyeje? ku|(?:jinsi|namna) ya ku"
    r"|(?:ni|tu)(?!(?:lip|pat|fik|nunu|agiz|book)\w*)[a-z]{2,8}e\b(?=[^?]*\b(?:wapi|aje|vipi)\b))\W*"
    r"(?!(?:buy|get|order|purchase|pay|book|reserve|reach|contact|call|find|nunu|pat|agiz|lip|book|fik)\w*)\w",
    re.IGNORECASE,
)
"""What is to be done with a thing is told by the documents, whatever is sold under its name."""


def likeliest(text: str, context: TurnContext) -> Likely | None:
    """The likeliest of all."""
    return next(iter(context.topics(text)), None)


def is_plain(text: str, context: TurnContext) -> bool:
    """Whether the likeliest of all is beyond doubt."""
    best = likeliest(text, context)
    return best is not None and best.likely >= BEYOND_DOUBT


def surely(text: str, context: TurnContext) -> AskedTopic | None:
    """The topic that a text is surely of; None where it may be of several, or of none. Few words tell it only where
    that is beyond doubt: they are found as they stand, or are not here."""
    best = likeliest(text, context)
    least = SURELY if len(tokens(text)) >= A_TALE else BEYOND_DOUBT
    return best.topic if best is not None and best.likely >= least else None


def perhaps(text: str, context: TurnContext) -> list[AskedTopic]:
    """The topics, three at most, of which one is as likely as not, goods first; none where nobody can tell."""
    found = context.topics(text)[:MOST_PERHAPS]
    if sum(one.likely for one in found) < AS_LIKELY_AS_NOT or found[0].topic.kind != "product":
        return []
    return [one.topic for one in found if one.likely >= PERHAPS]


def is_likelier(text: str, part: str, context: TurnContext) -> bool:
    """Whether a text is plainly likelier of one topic than a part of it is of any."""
    whole, alone = likeliest(text, context), likeliest(part, context)
    return whole is not None and whole.likely - (alone.likely if alone is not None else 0.0) >= PLAINLY


def product_of(text: str, context: TurnContext) -> AskedTopic | None:
    """The product that a text is surely about, by more than one thing that it speaks of; who asks and seeks nothing is
    about none, unless that is beyond doubt."""
    topic = surely(text, context)
    if topic is None or topic.kind != "product" or not says_more(text):
        return None
    return topic if seeks(text) or not asks.asks_openly(text) or is_plain(text, context) else None


def seeks(text: str) -> bool:
    """Whether something is to be had, or its price is asked for."""
    return any(is_sought(text) for is_sought in _SEEKING)


def says_more(text: str) -> bool:
    """Whether it says more than the name of one thing."""
    said = [term for term in wants.parse(text).terms if not lexicon.is_stop_word(term)]
    return len(said) >= FEWEST_THINGS or len(tokens(text)) >= A_SENTENCE
