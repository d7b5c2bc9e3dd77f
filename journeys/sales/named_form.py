"""The form that a message names of the one thing that it finds: "a bra in 38C" is sold out, be there others in 36B."""

from journeys.catalog import fetched
from journeys.context import TurnContext
from journeys.sales.shown.options import form_named
from journeys.sales.wish import Wish
from tools.catalog.catalog_search import CatalogSearchResult


def of_the_one(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> CatalogSearchResult:
    """The one thing in the form that is named beside the limits of the wish; what was found, where none is."""
    item = fetched(found.items[0].item_id, context) if len(found.items) == found.total_estimate == 1 else None
    named = form_named(item, context.text) if item is not None else {}
    if item is None or named.items() <= wish.options.items():
        return found
    if not any(named.items() <= variant.options.items() for variant in item.variants):
        return found
    asked = wish.model_copy(update={"options": wish.options | named, "in_stock_only": False})
    so: CatalogSearchResult | None = context.call("catalog_search", **asked.arguments()).result
    return so if so is not None and [each.item_id for each in so.items] == [item.item_id] else found
