"""Where the catalog tells what the documents do not: a price, whether there is such a thing, what is used abroad."""

from journeys import catalog
from journeys.command import written
from journeys.context import TurnContext
from journeys.support.question import kinds


def search_for(question: str, context: TurnContext) -> str:
    """What a product costs, or whether there is one, stands in the catalog whoever was asked; so does what can be used
    in another country, or for a call there."""
    if not kinds.countries_in(question):
        return written("search", queries=[question[:200]])
    way, item = catalog.for_abroad(question, context)
    return written("ask_item", items=[item], question=question[:200]) if item else written("search", queries=[way])
