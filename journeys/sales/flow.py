"""What the nodes of the sales journey hand to each other."""

from typing import TypedDict

from journeys.reply import Reply
from journeys.sales.sales_narrow_query import Narrowed
from journeys.sales.searching import Search
from journeys.state import ConversationState
from tools.catalog.catalog_search import CatalogSearchResult


class SalesFlow(TypedDict, total=False):
    """One turn of the journey; it ends when there is a reply."""

    state: ConversationState
    text: str
    answer: str
    narrowed: Narrowed
    search: Search
    found: CatalogSearchResult
    reply: Reply
    fallback: Reply
