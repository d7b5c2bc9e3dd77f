"""What a message tells of the customer beside what it wants: "my wedding is in 2 weeks". It is no wish of its own."""

from dataclasses import replace

from journeys.context import TurnContext
from journeys.local import asks, circumstances
from journeys.local.purchase import cart
from journeys.local.wordlists import plain, tokens
from journeys.reader.errands import Errand
from journeys.state import ConversationState
from journeys.support.question import kinds
from journeys.understand.errands_read import errands_of
from journeys.understand.parts import TELLS_OF_THEMSELVES
from journeys.understand.wishes import BEYOND_DOUBT, OF_NOTHING, SURE, SURELY
from knowledge.search.terms.glossary import is_place
from knowledge.text import fold


def only_tells(part: str, state: ConversationState, context: TurnContext) -> bool:
    """Whether a part of the message neither asks nor orders anything, as the word lists and the reader hear it."""
    said = set(tokens(part))
    if not said or part.rstrip().endswith("?") or asks.buys_now(part):
        return False
    if kinds.is_trouble(part) or cart.begins_a_change(part):
        return False
    errands = errands_of(state, replace(context, about=""))
    return said <= {word for errand in errands if _is_aside(errand) for word in tokens(errand.text)}


def left_out(text: str, state: ConversationState, context: TurnContext) -> str:
    """The text without what it only tells, where it wants something beside that."""
    errands = errands_of(state, context)
    if not any(errand.act not in OF_NOTHING and errand.sure >= SURE for errand in errands):
        return text
    left = text
    for errand in errands:
        if errand.act == "aside" and only_tells(errand.text, state, context):
            left = left.replace(errand.text, " ")
    left = " ".join(left.split()).strip(" ,;.")
    return left if tokens(left) else text


def _is_aside(errand: Errand) -> bool:
    """Who comes is told for what they look for. A word like "when" makes a question only where the reader doubts."""
    if errand.act not in OF_NOTHING or any(map(is_place, tokens(errand.text))):
        return False  # where they are is part of what they ask
    if circumstances.parse(plain(errand.text)).guests is not None:
        return False
    if errand.sure >= BEYOND_DOUBT or TELLS_OF_THEMSELVES.match(fold(errand.text)):
        return True
    return errand.sure >= SURELY and not asks.asks_openly(errand.text)
