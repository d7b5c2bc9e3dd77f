"""The form that is wanted of the one thing that is meant: whether there is one, and no other thing in its place."""

from typing import Final

from journeys.catalog import fetched
from journeys.context import TurnContext
from journeys.local import named
from journeys.sales.shown.options import form_named
from journeys.sales.wish import Wish
from tools.catalog.catalog_search import CatalogSearchResult

# So few are called by a name; more are a kind.
FEW: Final = 3


def of_the_one(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> CatalogSearchResult:
    """The one thing in the form that is named beside the limits of the wish: of a bra one in 38C."""
    item = fetched(found.items[0].item_id, context) if len(found.items) == found.total_estimate == 1 else None
    named = form_named(item, context.text) if item is not None else {}
    if item is None or named.items() <= wish.options.items():
        return found
    if not any(named.items() <= variant.options.items() for variant in item.variants):
        return found
    asked = wish.model_copy(update={"options": wish.options | named, "in_stock_only": False})
    so: CatalogSearchResult | None = context.call("catalog_search", **asked.arguments()).result
    if so is None or [each.item_id for each in so.items] != [item.item_id]:
        return found
    # How surely it is meant the words have told, and not its form.
    return so.model_copy(update={"confidence": found.confidence, "unmatched_words": found.unmatched_words})


def of_its_name(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> CatalogSearchResult:
    """The one that is called so, where only other things come in the form: a "Chelsea boot" in 45 is no safety boot."""
    if not wish.options or not wish.query:
        return found
    bare = context.call("catalog_search", **wish.without(wish.options).arguments()).result
    meant = named.the_one(bare, wish.query) if bare is not None and bare.total_estimate <= FEW else None
    if meant is None or any(item.item_id == meant.item_id for item in found.items):
        return found
    by_name = wish.model_copy(update={"query": meant.title})
    so: CatalogSearchResult | None = context.call("catalog_search", **by_name.arguments()).result
    misses = [miss for miss in so.near_misses if miss.item.item_id == meant.item_id] if so is not None else []
    return found.model_copy(update={"items": [], "near_misses": misses}) if misses else found
