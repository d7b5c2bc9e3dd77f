"""Which of the items on a list is meant by more than its number or its name: its price, its form, the cheapest, a word
of its name with who comes and when.
"""

import re
from decimal import Decimal

from journeys import picking
from journeys.local import asks, circumstances, replies, wants
from journeys.local.purchase import choice
from journeys.local.purchase.delivery import asks_to_have_brought
from journeys.local.wordlists import plain, tokens
from journeys.sales import of_measure
from journeys.sales.commands import OpenItem
from journeys.state import ConversationState, Pick

_SUM = r"(?:kes |ksh ?|sh )?(\d{2,6}|\d{1,3}(?:,\d{3})+)(?: ?(?:bob|kes|shillings?|/=|/-))?(?![\d.,]\d|\w)"
PRICED = re.compile(rf"\b(?:ya|za|ile ya|the one (?:for|at)|at|for) {_SUM}|\bthe {_SUM} (?:one|bundle)", re.IGNORECASE)
_THE_ONE = re.compile(
    r"\W{0,3}(?:(?:ok|and|what about|how about|na|then) )?"
    r"(?:(?:the|that|ile|hiyo|kile|lile)"
    r"|(?:(?:i ?['\u2019]?ll|i will) (?:take|have|go (?:with|for)) the|n(?:ita|a)chukua(?: ile)? (?:[yzlw]a|cha|vya)))"
    r" \w",
    re.IGNORECASE,
)
_ROW = re.compile(r"\W{0,4}(\d{1,2})\b(?!\d|[.,]\d)\W{0,4}(?=\S)")
_OF_THESE = re.compile(r"\b(?:of|among|from) (?:these|those|them)\b|\bkati ya h\w{2,4}\b", re.IGNORECASE)
# One of them, and not an order for the list: "cheapest first" and "the cheap ones" are none.
_ONE_AT_THE_END = re.compile(
    r"\b(?:the|that) (?:cheapest|least expensive|most expensive|priciest|dearest)\b(?! first)"
    r"|\b(?:cheapest|cheaper|dearest|most expensive) one\b"
    r"|\b(?:cheapest|least expensive|most expensive|priciest|dearest)(?= (?:of|among|from) (?:these|those|them)\b)"
    r"|\bkati ya (?:hizi|hizo|hivi|hivyo|haya|hayo)\b(?=.{0,20}\b(?:rahisi|nafuu|ghali)\b)"
    r"|\b(?:ile|hiyo|hio|kile|hicho|lile|hilo) (?:\w{1,3} )?(?:bei )?(?:\w{1,3} )?(?:rahisi|nafuu|chini|ghali|poa)\b",
    re.IGNORECASE,
)


def meant_by_a_word(text: str, question: Pick) -> str | None:
    """The one that an order, or a question for its price, names by a word of its name, with who comes and when:
    "book the one with lunch for us on Saturday"."""
    is_order = (choice.buys(text) or asks.books(text) or asks.wants_it(text)) and not asks.ASKS.search(text)
    is_of_price = asks.asks_price(text) and not asks.speaks_of_several(text) and not asks_to_have_brought(text)
    if not (is_order or is_of_price):
        return None
    told = circumstances.parse(circumstances.without(plain(asks.without_price(text)), "when")).rest
    said = {word for term in wants.parse(told).terms for word in tokens(term) if not word.isdecimal()}
    named = [each.command for each in question.choices if said & set(tokens(each.title))]
    return named[0] if len(named) == 1 and picking.may_name_one(told) else None


def pointed_at(text: str, question: Pick, state: ConversationState) -> str | None:
    """The one whose number, place or name is in the words, or the row that they begin with."""
    found = picking.numbered(text, question) or picking.pointed(text, question) or row_in_form(text, question, state)
    if found is None and picking.may_name_one(text) and not asks_to_have_brought(text):  # to Eldoret, no trainer of it
        named = picking.named(text, question)
        title = next((each.title for each in question.choices if each.command == named), "")
        found = None if of_measure.differ(text, title) else named
    return found


def at_the_end(text: str, question: Pick, state: ConversationState) -> str | None:
    """The one of them that costs least, or most, where all that was found is shown: "how much is the cheapest"."""
    shown = state.sales.last_catalog_results[: len(question.choices)]
    is_whole = shown and (state.sales.catalog_total_matches_estimate == len(shown) or _OF_THESE.search(text))
    if not is_whole or not _ONE_AT_THE_END.search(text) or asks.speaks_of_several(text):
        return None
    said = wants.parse(text)
    if said.terms or said.colours or said.sizes or said.sort not in ("cheapest", "dearest"):
        return None
    end = min if said.sort == "cheapest" else max
    return question.choices[shown.index(end(shown, key=lambda item: item.price))].command


def of_the_list_before(text: str, state: ConversationState) -> str | None:
    """ "The cottage", when rooms were shown before what is shown now."""
    earlier = state.sales.earlier_catalog_results
    if not _THE_ONE.match(text) or not picking.may_name_one(text):
        return None
    at = replies.pick_name(text, [item.title for item in earlier])
    return None if at is None else OpenItem(item=earlier[at].item_id).written()


def of_price(text: str, question: Pick, state: ConversationState) -> str | None:
    """The one of them that costs what is said: "nunua ya 99", "the 250 one"."""
    said = {Decimal(next(filter(None, match.groups())).replace(",", "")) for match in PRICED.finditer(text)}
    shown = state.sales.last_catalog_results[: len(question.choices)]
    meant = [at for at, item in enumerate(shown) if item.price in said]
    if len(meant) != 1 or max(said) <= len(question.choices) or asks.asks_openly(text):
        return None
    return question.choices[meant[0]].command


def row_in_form(text: str, question: Pick, state: ConversationState) -> str | None:
    """The row that a message begins with, where all that follows is a form of its item: "2, size 42"."""
    row, shown = _ROW.match(text), state.sales.last_catalog_results
    at = int(row[1]) - 1 if row else -1
    if row is None or not 0 <= at < min(len(shown), len(question.choices)):
        return None
    said = choice.parse_choice(text[row.end() :], shown[at].options, title=shown[at].title)
    return question.choices[at].command if said.options and not said.rest else None
