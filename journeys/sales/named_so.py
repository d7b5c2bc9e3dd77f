"""What bears in its name the form that is asked for, and comes in no others: "Match Football Size 5"."""

from journeys.context import TurnContext
from journeys.local.wordlists import tokens
from journeys.sales.wish import Wish
from tools.catalog.catalog_search import CatalogSearchResult


def found_so(first: CatalogSearchResult, wish: Wish, context: TurnContext) -> tuple[CatalogSearchResult, Wish]:
    """Those of what comes near that lack the form among their options and have it in their names; else what was."""
    borne = [
        name
        for name, value in wish.options.items()
        if any(name in miss.failed and _bears(miss.item.title, name, value) for miss in first.near_misses)
    ]
    if not borne:
        return first, wish
    bare = wish.without(borne)
    found: CatalogSearchResult | None = context.call("catalog_search", **bare.arguments()).result
    items = [
        item
        for item in (found.items if found is not None else [])
        if all(_bears(item.title, name, wish.options[name]) for name in borne)
    ]
    if found is None or not items:
        return first, wish
    return found.model_copy(update={"items": items, "total_estimate": len(items)}), bare


def _bears(title: str, name: str, value: str) -> bool:
    """A bare number only with the name of its option before it: the 5 of "Size 5", and not that of "Five-Pack"."""
    told = tokens(f"{name} {value}" if value.strip().isdecimal() else value)
    return bool(told) and f" {' '.join(told)} " in f" {' '.join(tokens(title))} "
