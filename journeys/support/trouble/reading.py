"""Reads, without a model, what a customer says of the steps they were told: tried in vain, mended, or seen anew."""

import re
import tomllib
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import asks
from journeys.local.wordlists import plain, tokens
from journeys.state import ConversationState, Trouble, YesNo
from journeys.support.commands import AskLibrary, Tried
from journeys.support.question import kinds
from knowledge.answer.meaning import terms

FRESH: Final = timedelta(hours=48)
"""Who was told a step in the evening may say the next day what came of it."""
# A longer message tells of something new.
MOST_WORDS: Final = 30
# "Now the light is red": longer ones report more than what is seen.
MOST_SEEN: Final = 8
# Words beside "I tried it": more of them are another trouble.
MOST_NEW: Final = 4
# "Yes" and "ok then" tell nothing of a step.
FEWEST_WORDS: Final = 3
# The specified threshold of an intent that routes.
SURE: Final = 0.70
OF_OTHERS: Final = frozenset(
    {"order_status", "discounts_offers", "preferences_consent", "payment_help", "human_request"}
)

_CLAUSE: Final = re.compile(r"[,.;!?]|\b(?:but|and|n|lakini|na)\b")


@cache
def _pattern(name: str) -> re.Pattern[str]:
    lists = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    return re.compile("|".join(f"(?:{each})" for each in lists[name]))


@cache
def _of_no_meaning() -> set[str]:
    lists = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    return terms(" ".join(lists["says_nothing"]))


def says(name: str, text: str) -> bool:
    return _pattern(name).search(plain(text)) is not None


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """What goes on with a trouble whose steps were told; nothing where it may be about something else."""
    trouble = current(state, context.tools.now)
    if trouble is None or len(tokens(text)) > MOST_WORDS or _is_of_others(state):
        return ()
    if says("buys", text) and asks.buys_now(text):
        return ()  # "give me one of that router": another will do
    if says("mended", text) and not (says("not_mended", text) or says("asks", text)):
        return (Tried(helped=True),)
    if says("not_yet", text):
        return ()
    is_tried, is_still, new = says("tried", text), says("still", text), news(text, trouble)
    if (is_tried and (is_still or len(new) <= MOST_NEW)) or (is_still and not new) or _reports(text, new, trouble):
        return (Tried(),)
    if state.understood.journey == "support" and _describes(text):
        return (Tried(),)
    if says("sees", text) and len(tokens(text)) <= MOST_SEEN and not says("shops", text):
        return (AskLibrary(question=text, goes_on=True),)
    return ()


def continues(text: str, state: ConversationState) -> str | None:
    """ "Bado" under the offer of a person says that it did not help, and is no no."""
    trouble, asked = state.support.trouble, state.controls.asked
    is_offer = trouble is not None and trouble.is_offered and isinstance(asked, YesNo) and asked.journey == "handoff"
    return Tried().written() if is_offer and says("still", text) else None


def current(state: ConversationState, now: datetime) -> Trouble | None:
    """The trouble that is being mended; none after two days."""
    trouble = state.support.trouble
    return trouble if trouble is not None and trouble.at is not None and now - trouble.at <= FRESH else None


def news(text: str, trouble: Trouble) -> set[str]:
    """What a message tells that neither the trouble nor the steps told have said."""
    known = terms(" ".join([trouble.question, *trouble.told, *trouble.tried]))
    return kinds.content_terms(kinds.without_trouble(text)) - known - _of_no_meaning()


def _describes(text: str) -> bool:
    """Whether it only tells what they have, which is no wish to buy one: "router ni huawei", "natumia fibre"."""
    is_wish = says("shops", text) or asks.shops(text) or asks.asks_openly(text)
    return says("describes", text) and len(tokens(text)) <= MOST_SEEN and not is_wish


def _reports(text: str, new: set[str], trouble: Trouble) -> bool:
    """Whether it is said of the step told last what it speaks of itself: "my neighbour's works"."""
    if new or not trouble.told or len(tokens(text)) < FEWEST_WORDS or says("asks", text) or says("shops", text):
        return False
    last = terms(" ".join(trouble.told[-2:]))
    return bool((terms(plain(text)) - _of_no_meaning()) & last)


def done(text: str, trouble: Trouble) -> str:
    """The words by which they say what they did, without those of the trouble itself."""
    if not says("tried", text):
        return ""
    kept = (word for word in tokens(text) if not (terms(word) & (_of_no_meaning() | terms(trouble.question))))
    return " ".join(kept)


def done_before(text: str) -> list[str]:
    """What they say that they have done already, each clause by itself, where they first tell of a trouble."""
    clauses = [clause for clause in _CLAUSE.split(text) if says("tried", clause)]
    return [" ".join(word for word in tokens(clause) if not terms(word) & _of_no_meaning()) for clause in clauses]


def _is_of_others(state: ConversationState) -> bool:
    return state.understood.intent in OF_OTHERS and state.understood.intent_confidence >= SURE
