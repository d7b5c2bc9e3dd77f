"""Reads a question that what is told of the items in sight answers: of the one, or of those on the list."""

import re
from collections.abc import Sequence
from typing import Final

from journeys import catalog
from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import asks, circumstances, wants
from journeys.local.purchase import choice
from journeys.local.purchase.attended import is_attended
from journeys.local.purchase.delivery import asks_to_have_brought
from journeys.local.wordlists import plain, tokens
from journeys.sales import beside
from journeys.sales.commands import LONGEST_WORDS, AskItem, Compare
from journeys.sales.items import in_hand
from journeys.sales.wish import remembered
from journeys.state import ConversationState, ShownItem
from knowledge import lexicon
from knowledge.search.terms.glossary import in_english, says_little
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import SearchItem

# "Is lunch in that price" asks for no price.
_IN_IT: Final = re.compile(r"\b(?:in|within|part of) (?:the|that|this|your) (?:price|cost|rate|fee)\b", re.IGNORECASE)
_GOES_ON: Final = re.compile(r"\W{0,3}(?:and|na|je|plus|pia)\b", re.IGNORECASE)
_OR: Final = re.compile(r"\b(?:or|ama|au)\b", re.IGNORECASE)
# A question that names more is about more than one thing's form.
MOST_ASKED: Final = 3
TAKEN_BACK: Final = frozenset({"return_goods", "refund"})
# More cannot be compared in one message.
MOST_COMPARED: Final = 4


def asked(text: str, state: ConversationState, context: TurnContext) -> Command | None:
    """A question that the one item in sight, or those on the list, answer by what is told of them.

    "Projector iko?", "how many guests", and under a list of trips "is lunch included"."""
    if other := _named_in_full(text, state, context):
        return other
    item_id = in_hand(state) or _only_bought_one(state)
    goes_on = _GOES_ON.match(text) is not None
    is_of_goods = asks.asks_for_any(text) and (item_id is None or bool(lexicon.things(text)))
    if TAKEN_BACK & set(lexicon.concepts(text)):
        return None  # for how long the size may be swapped is told by the rules
    if not (asks.asks_openly(text) or goes_on) or is_of_goods or choice.buys(text) or asks_to_have_brought(text):
        return None
    # The screen of "how big is the screen", the lunch of "is lunch in it or do we carry our own".
    terms = lexicon.terms(asks.without_measure(asks.without_price(_OR.split(text, maxsplit=1)[0])))
    named = [term for term in terms if wants.is_content(term) and not says_little(term)]
    shown = state.sales.last_catalog_results if state.understood.journey == "sales" else []
    is_of_each = bool(shown) and all(map(is_attended, shown)) and asks.asks_measure(text)
    if not lexicon.things(text) and is_of_each and asks.is_brief(text) and not circumstances.tells_time(plain(text)):
        return Compare(items=tuple(item.item_id for item in shown[:MOST_COMPARED]), question=text[:LONGEST_WORDS])
    if not named or asks.speaks_of_several(text) or len(named) > MOST_ASKED:
        return None
    if item_id:
        if asks.asks_price(_IN_IT.sub(" ", text)) and _names_another(text, state.sales.shown(item_id)):
            return None  # "how much is the lamp" that it needs is the price of a lamp
        is_told = beside.is_of_warranty(text) or _is_told_by(item_id, named, context)
        return AskItem(items=(item_id,), question=text[:LONGEST_WORDS]) if is_told else None
    told_of = _told_of_the_list(state, context) if shown else {}
    those = tuple(item.item_id for item in shown if _tells(told_of.get(item.item_id, ""), named))
    is_of_those = bool(those) and 2 * len(those) >= len(shown)  # one suite of six that tells of breakfast is no answer
    return Compare(items=those[:MOST_COMPARED], question=text[:LONGEST_WORDS]) if is_of_those else None


def _named_in_full(text: str, state: ConversationState, context: TurnContext) -> AskItem | None:
    """A question about an item that is named in full while another is looked at: "and the Garden Room, has it AC?"."""
    looked_at, said = in_hand(state), set(tokens(text))
    if looked_at is None or not (asks.asks_openly(text) or _GOES_ON.match(text)) or choice.buys(text):
        return None
    query = " ".join(wants.parse(text).terms)[:LONGEST_WORDS]
    found = context.call("catalog_search", query=query).result if query else None
    items = found.items if found is not None else []
    named = [item.item_id for item in items if len(own := set(tokens(item.title))) > 1 and own <= said]
    return AskItem(items=(named[0],), question=text[:LONGEST_WORDS]) if named and looked_at not in named else None


def _names_another(text: str, shown: ShownItem | None) -> bool:
    """Whether goods are named that this one is not called by."""
    return shown is not None and not lexicon.things(text) <= lexicon.things(shown.title)


def _is_told_by(item_id: str, named: Sequence[str], context: TurnContext) -> bool:
    item = catalog.fetched(item_id, context)
    return _tells(_told(item) if item else "", named)


def _told_of_the_list(state: ConversationState, context: TurnContext) -> dict[str, str]:
    """What is told of each item on the list, in one look at the shelves."""
    wish = remembered(state)
    found = context.call("catalog_search", **wish.arguments()).result if wish else None
    return {item.item_id: _told(item) for item in found.items} if found is not None else {}


def _tells(told: str, named: Sequence[str]) -> bool:
    known = set(lexicon.concepts(told)) | set(tokens(told))
    return all({term, lexicon.concept(term), *in_english(term)} & known for term in named)


def _only_bought_one(state: ConversationState) -> str | None:
    """The item of a cart of one line, where no list has been shown since."""
    cart = state.purchase.cart
    return cart[0].item_id if len(cart) == 1 and not state.sales.last_catalog_results else None


def _told(item: CatalogGetItemResult | SearchItem) -> str:
    """What is told of an item beside its name."""
    return " ".join([item.description, *item.attributes, *item.attributes.values()]).replace("_", " ")


def is_told_by_what_is_open(text: str, query: str, state: ConversationState, context: TurnContext) -> bool:
    """Whether a question names nothing but what is told of the item that is looked at: "is a passport ok?"."""
    opened = state.sales.selected_item_ids
    if not (opened and query) or not asks.asks_openly(text) or asks.asks_for_any(text) or lexicon.things(query):
        return False
    item = catalog.fetched(opened[-1], context)
    told = _told(item) if item else ""
    return bool(told and set(lexicon.concepts(query)) & set(lexicon.concepts(told)))
