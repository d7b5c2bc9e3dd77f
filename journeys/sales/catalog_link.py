"""The tenant's web catalog: when it is offered instead of guessing on, and the link that opens it at the right place."""

from typing import Final
from urllib.parse import urlencode

from journeys.sales.sales_narrow_query import Action
from journeys.sales.searching import Search
from journeys.state import ConversationState
from tools.catalog.catalog_search import CatalogSearchResult

MANY: Final = 50
REJECTIONS: Final = 2


def is_due(action: Action, found: CatalogSearchResult, *, is_vague: bool, rejections: int) -> bool:
    """Too much to list, everything asked for, not sure what is meant, or refused twice in a row."""
    is_too_much = found.total_estimate >= MANY and is_vague
    return is_too_much or action == "all" or found.confidence != "strong" or rejections >= REJECTIONS


def is_vague(search: Search, found: CatalogSearchResult) -> bool:
    """No kind of product was named, or nothing narrows the one that was."""
    return found.is_vague or set(search.said()) <= {"query", "category", "sort"}


def of_search(state: ConversationState, search: Search) -> str | None:
    """The catalog, opened at the same search."""
    if not state.catalog_link_base:
        return None
    named = {
        "q": search.query,
        "category": search.category,
        "min_price": search.price_min,
        "max_price": search.price_max,
        "colour": search.colour,
        "size": search.size,
    }
    asked = urlencode({name: value for name, value in named.items() if value})
    return _joined(state.catalog_link_base, f"?{asked}" if asked else "")


def of_item(state: ConversationState, link_path: str) -> str | None:
    return _joined(state.catalog_link_base.rstrip("/"), link_path) if state.catalog_link_base else None


def _joined(base: str, rest: str) -> str:
    return f"{base}&{rest.removeprefix('?')}" if "?" in base and rest.startswith("?") else f"{base}{rest}"
