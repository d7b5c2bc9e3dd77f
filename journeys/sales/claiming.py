"""Reads what is surely of the shelves or the cart, whatever a message looks like otherwise."""

import re

from journeys.command import Command
from journeys.context import TurnContext
from journeys.local import asks, wants
from journeys.local.purchase import choice
from journeys.sales import about_shown, several, sums, told_by_shown, two_forms, unsaid
from journeys.sales.commands import Browse, Search
from journeys.sales.items import in_hand
from journeys.state import ConversationState

# What was ordered before, or is thought to have been, is changed and not bought.
_OWN_ORDER = re.compile(r"\b(?:my|our|the) (?:order|oda)\b|\b(?:order|oda) (?:yangu|yetu)\b", re.IGNORECASE)


def claims(text: str, state: ConversationState, context: TurnContext) -> tuple[Command, ...]:
    """So many of the one item in sight, and other things with it; a question that it answers.

    With nothing in sight a bare wish to buy, "book it then": what was just asked about, else what there is."""
    sales, purchase = state.sales, state.purchase
    if of_forms := two_forms.asked(text, state, context):
        return (of_forms,)
    if more := several.with_the_shown(text, sales.shown(in_hand(state)), context):
        return more
    if summed := sums.asked(text, state, context):
        return (summed,)
    if taken := unsaid.ordered(text, state, context):
        return taken
    if (several.is_a_list(text) or asks.asks_price(text)) and (listed := several.ordered(text, context)):
        return listed
    if asked := told_by_shown.asked(text, state, context) or about_shown.form_of_those(text, state):
        return (asked,)
    is_in_sight = sales.last_catalog_results or sales.selected_item_ids or purchase.cart or purchase.choosing
    if is_in_sight or state.controls.asked is not None or _OWN_ORDER.search(text):
        return ()
    if not (choice.buys(text) and about_shown.is_only_bought(text)):
        return ()
    about = " ".join(wants.parse(state.support.support_question or "").terms)
    found = context.call("catalog_search", query=about).result if about else None
    return (Search(queries=(about,)),) if found and found.items and found.confidence == "strong" else (Browse(),)
