"""Reads which of two forms of one thing is asked about: of "the 4 L or the 6 L air fryer?" both are told."""

import re
from typing import Final

from journeys.context import TurnContext
from journeys.local import asks, named, wants
from journeys.local.purchase import each_form
from journeys.local.purchase.measured import without_measures
from journeys.sales.commands import LONGEST_WORDS, AskItem
from journeys.sales.items import in_hand, item_of
from journeys.sales.shown.asked_form import forms_named
from journeys.sales.shown.item_card import option_of_price
from journeys.state import ConversationState
from tools.catalog.catalog_get_item import CatalogGetItemResult

OR: Final = re.compile(r"\b(?:or|ama|au|vs|versus)\b", re.IGNORECASE)
# What the tool takes as a query.
LONGEST: Final = 300


def asked(text: str, state: ConversationState, context: TurnContext) -> AskItem | None:
    """The one thing of which an "or" joins two forms that cost each its own price; None where anything else is said."""
    if not OR.search(text) or asks.buys_now(text):
        return None
    item = _thing(text, state, context)
    if item is None or each_form.counted(text, item.options)[0]:
        return None
    values = item.options.get(option_of_price(item), ())
    sides = [set(forms_named(values, side)) for side in OR.split(text)]
    are_two = len(forms_named(values, text)) > 1 and any(
        forms_named(values, text) != list(side) and side for side in sides
    )
    return AskItem(items=(item.item_id,), question=text[:LONGEST_WORDS]) if are_two else None


def _thing(text: str, state: ConversationState, context: TurnContext) -> CatalogGetItemResult | None:
    """The thing that is named; where none is, the one in hand."""
    query = without_measures(" ".join(wants.parse(text).terms))[:LONGEST]
    found = context.call("catalog_search", query=query).result if query else None
    one = named.the_one(found, text) if found is not None else None
    if one is None and query and found is not None and found.items:
        return None
    held = in_hand(state)
    reference = one.item_id if one is not None else held
    return item_of(reference, state, context) if reference else None
