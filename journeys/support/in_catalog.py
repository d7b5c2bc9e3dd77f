"""Where the catalog tells what the documents do not: a price, whether there is such a thing, what is used abroad."""

from typing import Final

from journeys.command import written
from journeys.context import TurnContext
from journeys.support.question import kinds

ABROAD: Final = "roaming"


def search_for(question: str) -> str:
    """What a product costs, or whether there is one, stands in the catalog whoever was asked; so does what can be used
    in another country."""
    return written("search", queries=[ABROAD if kinds.countries_in(question) else question[:200]])


def is_had_abroad(question: str, context: TurnContext) -> bool:
    """Whether another country is asked about, and something on the shelves is for that."""
    if not kinds.countries_in(question):
        return False
    found = context.call("catalog_search", query=ABROAD).result
    return found is not None and found.confidence == "strong"
