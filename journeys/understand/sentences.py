"""The sentences of a long message that each want something; what is told of themselves goes with the one after it."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from journeys.context import TurnContext
from journeys.local import asks
from journeys.local.purchase import cart
from journeys.local.wordlists import tokens
from journeys.state import ConversationState, Tell
from journeys.support.question import kinds
from journeys.understand.parts import ASKS_OF_IT, SHORTEST_PART, TELLS_OF_THEMSELVES, wishes
from journeys.understand.wanted import wanted
from knowledge import lexicon
from knowledge.text import fold

# As many as a message may have commands.
MOST_SENTENCES: Final = 5
# "Iko?" asks of the order before it.
SHORTEST_QUESTION: Final = 4
# With fewer, what was asked for is answered: "it began yesterday, I restarted it, is that enough?".
FEWEST_ASKED: Final = 2
# Shorter messages are read as a whole, and part by part where that finds nothing.
SHORTEST: Final = 20
_SENTENCES: Final = re.compile(r"(?<=[?!])\s+|(?<=[^\W\d][^\W\d]\.)\s+|(?<=\d\d\.)\s+|\n+")

# "How do they differ": of the things that were named before.
_OF_THEM: Final = re.compile(
    r"\b(?:they|them|both|those two|these two|zote mbili|zote|hizo|hizi)\b.{0,40}"
    r"\b(?:differ\w*|compare|better|best|cheaper|tofauti|bora|nafuu)\b|\bhiyo ina(?:maanisha|mean)\b"
)

# "What should I do", "I restarted it twice", after a trouble that was told.
_WHAT_NOW: Final = re.compile(
    r"^\W*(?:so |and |na |sasa )?(?:what (?:do|should|can|else can|must) (?:i|we)|ni?fany[ea] (?:nini|aje|je)"
    r"|how do i fix)\b.{0,25}$"
    r"|\b(?:i|we)(?: have| already| ve)* (?:tried|restarted|rebooted|reset|switched|unplugged|checked|changed)\b"
    r"|\b(?:nime|tume|nishai?)(?:jaribu|restart|washa|zima|reset|check|angalia)\w*"
)


def wishing(state: ConversationState, context: TurnContext) -> tuple[str, ...]:
    """The sentences that each want something; none of a message that is short, or about one thing."""
    if context.by != "local" or context.mind.is_model or context.about:
        return ()
    text = wanted(state, context)
    if len(tokens(text)) < SHORTEST:
        return ()
    said = [part for each in _SENTENCES.split(text) if each.strip() for part in _orders_then_asks(each.strip())]
    if isinstance(state.controls.asked, Tell) and sum(each.endswith("?") for each in said) < FEWEST_ASKED:
        return ()  # what they were asked for is told at length
    parts = list(_joined(said, state))
    return tuple(parts) if 1 < len(parts) <= MOST_SENTENCES else ()


def _joined(sentences: Iterable[str], state: ConversationState) -> Iterator[str]:
    told, wish = "", ""
    for sentence in sentences:
        is_of_it = bool(wish) and not told and _is_of_what_was_said(sentence, wish)
        if is_of_it:
            wish = f"{wish} {sentence}"
        elif not _wants(sentence, state):
            told = f"{told} {sentence}".strip()
        else:
            if wish:
                yield wish
            wish, told = f"{told} {sentence}".strip(), ""
    if wish:
        yield f"{wish} {told}".strip()


def _wants(sentence: str, state: ConversationState) -> bool:
    if asks.buys_now(sentence) or asks.books(sentence) or cart.begins_a_change(sentence):
        return True
    if asks.asks_openly(sentence) or sentence.endswith("?"):
        return True
    only_tells = TELLS_OF_THEMSELVES.match(fold(sentence)) and not kinds.is_trouble(sentence)
    return len(tokens(sentence)) >= SHORTEST_PART and not only_tells and wishes(sentence, state)


def _orders_then_asks(sentence: str) -> Iterator[str]:
    """The order before what is asked of it, "make it a 43, same orange, what do I pay now?"; else the sentence."""
    first, comma, last = sentence.rpartition(", ")
    orders = asks.buys_now(first) or cart.begins_a_change(first)
    is_asked = len(tokens(last)) >= SHORTEST_QUESTION and asks.asks_openly(last)
    if comma and orders and is_asked and not asks.asks_openly(first):
        yield from (first, last)
    else:
        yield sentence


def _is_of_what_was_said(sentence: str, before: str) -> bool:
    """Whether it asks only what the sentence before it means, or which of the things named there is meant, or goes on
    with the trouble that is told there."""
    if ASKS_OF_IT.search(fold(sentence)):
        return True
    if _OF_THEM.search(fold(sentence)) and not lexicon.things(sentence):
        return True
    is_going_on = kinds.is_trouble(sentence) or _WHAT_NOW.search(fold(sentence))
    return bool(is_going_on) and kinds.is_trouble(before) and not asks.asks_price(sentence)
