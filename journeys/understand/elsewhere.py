"""Whose a message is, where what was said or shown before tells that its words only sounded like another's."""

import re
from datetime import datetime
from typing import Final

from journeys.local import asks, ends
from journeys.local.purchase.delivery import asks_to_have_brought
from journeys.local.wordlists import tokens
from journeys.state import ConversationState
from journeys.support.question import kinds
from journeys.support.question.complete import begins_as_follow_up, speaks_of_it
from journeys.understand.route import RECENT, Reason
from knowledge import lexicon
from knowledge.search.terms import attributes
from knowledge.search.terms.glossary import is_place
from knowledge.text import fold

_OF_THOSE_WHEN: Final = re.compile(
    r"\W{0,3}(?:(?:na|je|and|so) )?(?:(?:i|zi|ki|vi|li|u|ya)na(?:anz|ish)\w{1,4}\b.{0,20}\b(?:saa|lini)\b"
    r"|(?:when|what time|until when) (?:does|do|is|are|will|can) (?:it|they|this|that|these|those|i use (?:it|them))\b)"
)
_ENDS: Final = re.compile(
    r"\b(?:cancel\w{0,4}|end|terminate|discontinue|disconnect|(?:ku)?(?:sitisha|ghairi|katiza|cancel))\b"
    r"|\b(?:mov(?:e|ing)|relocat(?:e|ing)|(?:ku|ni)?ham(?:a|ia|isha))\b"
    r".{0,20}\b(?:nyumba|keja|mtaa|house|houses|home|address|place)\b"
)


_REACHES: Final = re.compile(
    r"\b(?:is|are) (?:it|they|this|that|these|(?:the|your) \w+|\w+) (?:available|offered|there|supported)\b"
    r"|\b(?:do|does|will|can) (?:you|it|they|your \w+) (?:guys )?"
    r"(?:cover|reach|serve|work|get to|come to|have coverage)\b"
    r"|\A\W{0,3}(?:(?:na|je|and|pia) )?(?:mko|mpo|iko|ipo|are you(?: guys)?(?: also)? in) (?:\w+ )?\w+\W{0,3}\Z"
    r"|\b(?:[iz]na|[iz]ta|mna|hu|m)?(?:fika|patikana|fikia)\b"
)
# "Nalipa mara moja ama kila mwezi" asks which of the two.
_EITHER_OR: Final = re.compile(r"\w (?:ama|au|or) \w")
# What is charged for a thing is told of it, and no payment of theirs: "installation fee?".
_FEE: Final = re.compile(r"\b(?:fees?|charges?|deposit|ada|gharama)\b")


def plainly_elsewhere(
    journey: str, reason: Reason, text: str, state: ConversationState, now: datetime
) -> tuple[str, Reason] | None:
    """Whose a message is, where what was said or shown before tells that its words sounded like another's."""
    if journey in ("sales", "unknown") and _asks_on(reason, state, text, now):
        return "support", "stays"
    if journey in ("orders", "sales", "prefs") and ends_a_service(text, state):
        return "support", "held"
    is_told = _is_told_by_no_shelf(text) or asks_to_have_brought(text) or _asks_to_take_back(text)
    if journey in ("sales", "unknown") and is_told:
        return "support", "held"
    if journey == "support" and _asks_measure_of_opened(text, state, now):
        return "sales", "stays"
    if journey in ("support", "unknown") and (_takes_what_is_shown(text, state) or _asks_for_an_end(text, state)):
        return "sales", "stays"
    if journey == "offers":
        return _of_offers(reason, text, state)
    if journey == "orders" and has_bought_nothing(state):
        return _of_no_order(text, state, now)
    return None


def _is_told_by_no_shelf(text: str) -> bool:
    """A wrap on the shelves is a dress, a show is on none, and where something is to be had is told by none."""
    meanings = set(lexicon.concepts(text))
    is_on = attributes.asks_what_is_on(text) and "leisure" not in meanings
    is_somewhere = _REACHES.search(fold(text)) is not None and any(map(is_place, tokens(text)))
    return "gift_wrapping" in meanings or is_on or is_somewhere


def _asks_to_take_back(text: str) -> bool:
    """For how long the size may be swapped, and whether it may be returned, is told by the rules."""
    return "return_goods" in lexicon.concepts(text) and asks.asks_openly(text) and not asks.asks_for_any(text)


def _of_offers(reason: Reason, text: str, state: ConversationState) -> tuple[str, Reason] | None:
    if state.sales.last_catalog_results and asks.sorts(text):
        return "sales", "stays"  # "too dear, is there a cheaper one?" asks for another, and no reduction
    if reason == "stays" and asks.asks_openly(text) and "discount" not in lexicon.concepts(text):
        return "unknown", "unknown"  # what was told of reductions is told
    return None


def _of_no_order(text: str, state: ConversationState, now: datetime) -> tuple[str, Reason] | None:
    """Of who has bought nothing: a fee is told by the documents, and the price of goods by the shelves."""
    if _FEE.search(fold(text)) and (lexicon.things(text) or asks.asks_openly(text)):
        return "support", "held"
    if _goes_on_in_support(state, text, now):
        return "support", "stays"
    return ("sales", "stays") if _asks_price_of_goods(text, state) else None


def _asks_on(reason: Reason, state: ConversationState, text: str, now: datetime) -> bool:
    """ "And for a laptop?" after an answer asks the same of a laptop, unless they were shopping before; "is it free?",
    which names nothing, asks about what was told."""
    at = state.understood.journey_at
    is_in_support = state.understood.journey == "support" and at is not None and now - at <= RECENT
    if not (is_in_support and state.support.kb_snippets) or state.sales.last_catalog_results:
        return False
    is_of_goods = any(says(text) for says in (asks.asks_for_any, asks.wants_it, asks.shows, asks.buys_now))
    is_unnamed = asks.asks_openly(text) and asks.is_brief(text) and not (is_of_goods or lexicon.things(text))
    return is_unnamed or speaks_of_it(text) or (reason == "sure" and begins_as_follow_up(text))


def _goes_on_in_support(state: ConversationState, text: str, now: datetime) -> bool:
    """ "Na nikikosa kulipa?", after an answer: who has bought nothing asks how it is, and pays nothing."""
    at = state.understood.journey_at
    is_in_support = state.understood.journey == "support" and at is not None and now - at <= RECENT
    is_asked = asks.asks_openly(text) or begins_as_follow_up(text) or _EITHER_OR.search(fold(text)) is not None
    return is_in_support and state.understood.intent == "payment_help" and is_asked


def _asks_measure_of_opened(text: str, state: ConversationState, now: datetime) -> bool:
    """ "How long does it take to install", of the installation that they look at: it tells that itself."""
    at, things = state.understood.journey_at, lexicon.things(text)
    is_looking = state.understood.journey == "sales" and at is not None and now - at <= RECENT
    opened = state.sales.looked_at
    is_of_it = opened is not None and bool(things) and things <= lexicon.things(opened.title)
    return is_looking and asks.asks_measure(text) and is_of_it


def _takes_what_is_shown(text: str, state: ConversationState) -> bool:
    """ "Sawa nitabook hiyo", after a question in between: of what was shown before it."""
    is_shown = bool(state.sales.last_catalog_results or state.sales.selected_item_ids)
    is_taken = asks.buys_now(text) and asks.points(text) and not asks.asks_openly(text)
    return is_shown and is_taken and asks.is_brief(text) and not lexicon.things(text)


def _asks_for_an_end(text: str, state: ConversationState) -> bool:
    """ "What is the fastest", after a question about fibre: of what is sold of it."""
    asked = state.support.support_question or ""
    return ends.wanted(text) is not None and not lexicon.things(text) and bool(lexicon.things(asked))


def ends_a_service(text: str, state: ConversationState) -> bool:
    """Whether a line or an agreement shall end or move, and no order: "I want to cancel my fibre"."""
    is_of_a_service = any(lexicon.kind(meaning) == "telecom" for meaning in lexicon.concepts(text))
    return has_bought_nothing(state) and is_of_a_service and _ENDS.search(fold(text)) is not None


def _asks_price_of_goods(text: str, state: ConversationState) -> bool:
    """ "And the monthly fee?" under a list is what those on it cost; what kids pay for a day pass is its price."""
    return asks.asks_price(text) and bool(state.sales.last_catalog_results or lexicon.things(text))


def _asks_when_of_shown(text: str, state: ConversationState) -> bool:
    """ "Zinaanza saa ngapi" under a list names nothing: those on the list are meant, and nobody's opening hours."""
    is_shown = bool(state.sales.last_catalog_results and state.sales.last_catalog_query)
    return is_shown and _OF_THOSE_WHEN.match(fold(text)) is not None and not lexicon.things(asks.without_measure(text))


def in_full(journey: str, text: str, state: ConversationState) -> str:
    """The message with what it leaves unsaid: "what do I need" under a list is asked of what was sought."""
    opened = state.sales.looked_at
    sought = state.sales.last_catalog_query or (opened.title if opened else "")
    is_of_those = _asks_when_of_shown(text, state) or (kinds.asks_of_rules(text) and not lexicon.things(text))
    return f"{sought} {text}" if journey == "support" and sought and is_of_those else text


def has_bought_nothing(state: ConversationState) -> bool:
    """Whether there is no purchase here that words about orders and payments could be about."""
    return not (state.purchase.cart or state.purchase.order_id or state.purchase.payment_status)
