"""Where the catalog tells what the documents do not: a price, whether there is such a thing, what is used abroad."""

from journeys import catalog
from journeys.command import written
from journeys.support.question import kinds


def search_for(question: str) -> str:
    """What a product costs, or whether there is one, stands in the catalog whoever was asked; so does what can be used
    in another country."""
    return written("search", queries=[catalog.ABROAD if kinds.countries_in(question) else question[:200]])
