"""Where no model reads a list: what of the found is shown, and what stands first in it."""

from dataclasses import dataclass

from journeys.context import TurnContext
from journeys.sales import contrary, half_met, named_form, of_measure, stays
from journeys.sales.wish import Wish
from tools.catalog.catalog_search import CatalogSearchResult


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of the found, and how it stands to the wish."""

    found: CatalogSearchResult
    is_near: bool = False
    """Nothing has the measure that is wanted; these come nearest to it."""
    is_ordered: bool = False
    """They stand in the order that was wanted, and none of them is meant more than the others."""
    is_half: bool = False
    """None has all that is wanted; what has part of it stands here."""


def as_wished(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> Shown:
    found, is_near, is_ordered = of_measure.kept(found, wish, context)
    found = contrary.left_out(found, wish.query, context.text)
    found = named_form.of_its_name(named_form.of_the_one(found, wish, context), wish, context)
    found, is_half = half_met.beside(stays.in_turn(found, wish, context), wish, context)
    return Shown(found, is_near=is_near, is_ordered=is_ordered, is_half=is_half)
