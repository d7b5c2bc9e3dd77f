"""The tenant's web catalog: when it is offered instead of guessing on, and the link into it."""

from typing import Final
from urllib.parse import urlencode

from journeys.sales.wish import Wish
from journeys.state import ConversationState
from tools.catalog.catalog_search import CatalogSearchResult

# Nobody pages through so many, six at a time.
MANY: Final = 50
# Refused twice in a row: the moment that was specified for the link.
REJECTIONS: Final = 2


def is_due(action: str, found: CatalogSearchResult, *, is_vague: bool, rejections: int) -> bool:
    """Too much to list, everything asked for, not sure what is meant, or refused twice in a row."""
    is_too_much = found.total_estimate >= MANY and is_vague
    return is_too_much or action == "all" or found.confidence != "strong" or rejections >= REJECTIONS


def is_vague(wish: Wish, found: CatalogSearchResult) -> bool:
    """No kind of product was named, or nothing narrows the one that was."""
    return found.is_vague or set(wish.given()) <= {"query", "category", "sort"}


def of_wish(state: ConversationState, wish: Wish) -> str | None:
    """The catalog, opened at the same wish."""
    if not state.tenant.catalog_link_base:
        return None
    named = {
        "q": wish.query,
        "category": wish.category,
        "min_price": wish.price_min,
        "max_price": wish.price_max,
        "colour": wish.colour,
        "size": wish.size,
    }
    asked = urlencode({name: value for name, value in named.items() if value})
    return _joined(state.tenant.catalog_link_base, f"?{asked}" if asked else "")


def of_item(state: ConversationState, link_path: str) -> str | None:
    return _joined(state.tenant.catalog_link_base.rstrip("/"), link_path) if state.tenant.catalog_link_base else None


def _joined(base: str, rest: str) -> str:
    return f"{base}&{rest.removeprefix('?')}" if "?" in base and rest.startswith("?") else f"{base}{rest}"
