"""What the nodes of the sales journey hand to each other."""

from typing import TypedDict

from journeys.reply import Reply
from journeys.sales.wish.narrowed import Narrowed
from journeys.sales.wish.wish import Wish
from journeys.state import ConversationState
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import CatalogSearchResult


class SalesFlow(TypedDict, total=False):
    """One turn of the journey; it ends when there is a reply."""

    state: ConversationState
    text: str
    answer: str
    narrowed: Narrowed
    wish: Wish
    found: CatalogSearchResult
    item: CatalogGetItemResult
    leading: tuple[str, ...]
    """What has just been done to the cart, said before the checkout goes on."""
    reply: Reply
    fallback: Reply
    links: tuple[str, ...]
