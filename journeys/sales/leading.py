"""What a message is most likely about, by its rare words, where no search finds what all of its words say."""

from collections.abc import Sequence
from typing import Final

from journeys.context import TurnContext
from journeys.local import comparisons
from journeys.sales.wish import BY_PRICE, GUESTS, Wish
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem

# What the tool takes as a query.
LONGEST: Final = 300


def before(few: Sequence[SearchItem], wish: Wish, context: TurnContext) -> CatalogSearchResult | None:
    """The few products that have clearly most of the rare words, before those that were found already.

    None where there are none such, and for who wants the cheapest of a kind or compares two: one thing is not meant."""
    if wish.sort in BY_PRICE or comparisons.compares(context.text):
        return None
    plain = wish.without([GUESTS])
    if not context.has_other_wishes:
        plain = plain.model_copy(update={"query": context.text[:LONGEST]})
    found: CatalogSearchResult | None = context.call("catalog_search", **plain.arguments(), by_rarity=True).result
    if found is None or not found.items:
        return None
    leads = {item.item_id for item in found.items}
    items = [*found.items, *(item for item in few if item.item_id not in leads)]
    return found.model_copy(update={"items": items, "total_estimate": len(items)})
