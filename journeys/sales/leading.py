"""What a message is most likely about, by its rare words, where no search finds what all of its words say."""

from collections.abc import Sequence
from typing import Final

from journeys.context import TurnContext
from journeys.local import circumstances, comparisons
from journeys.sales.told_of_item import words_of
from journeys.sales.wish import BY_PRICE, GUESTS, Wish
from knowledge import lexicon
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
        said = circumstances.without(context.text.lower(), "when")  # a day in December is no rare thing
        plain = plain.model_copy(update={"query": said[:LONGEST]})
    found: CatalogSearchResult | None = context.call("catalog_search", **plain.arguments(), by_rarity=True).result
    if found is None or not found.items:
        return None
    led = _of_what_is_named(found.items, wish)
    if not led:
        return None
    leads = {item.item_id for item in led}
    items = [*led, *(item for item in few if item.item_id not in leads)]
    return found.model_copy(update={"items": items, "total_estimate": len(items)})


def _of_what_is_named(items: Sequence[SearchItem], wish: Wish) -> Sequence[SearchItem]:
    """Without what tells nothing of the things that are named: a sunscreen is no curtain against the sun, though what
    cures the blight of tomatoes tells of tomatoes."""
    things = lexicon.things(wish.query)
    return [item for item in items if not things or not things.isdisjoint(lexicon.concepts(words_of(item)))]
