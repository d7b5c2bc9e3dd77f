"""Which rooms come first: those for the night before one for the day, and what just holds as many as come."""

from typing import Final

from journeys.context import TurnContext
from journeys.sales import contrary
from journeys.sales.of_measure import shelf
from journeys.sales.wish import BY_PRICE, GUESTS, Wish
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem
from tools.catalog.units import Unit

# What tells no number of guests is a little farther from what is wanted than what tells the right one.
UNTOLD: Final = 1


def in_turn(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> CatalogSearchResult:
    """What was found, as a guest would look through it; the order is that of the search among what fits alike."""
    has_nights = any(item.unit == Unit.NIGHT for item in found.items)
    is_of_nights = has_nights and contrary.is_of_rooms(wish.query) and not contrary.is_for_a_day(context.text)
    said = wish.options.get(GUESTS, "").rstrip("+")
    party = int(said) if said.isdecimal() and wish.sort not in BY_PRICE else 0
    if not (is_of_nights or party) or len(found.items) < 2:
        return found
    ordered = sorted(
        shelf(found, wish, context),
        key=lambda item: (is_of_nights and item.unit != Unit.NIGHT, _places_left(item, party) if party else 0),
    )
    return found.model_copy(update={"items": ordered[: len(found.items)]})


def _places_left(item: SearchItem, party: int) -> int:
    held = item.attributes.get(GUESTS, "")
    return int(held) - party if held.isdecimal() else UNTOLD
