"""Whether words mean something of this shop other than what is shown."""

from journeys import catalog
from journeys.context import TurnContext
from journeys.local import wants
from journeys.local.wordlists import tokens
from journeys.state import ConversationState, ShownItem
from knowledge import lexicon


def is_of_another(query: str, state: ConversationState, context: TurnContext) -> bool:
    """Whether a word of this shop is said that nothing is called by, or told of, that was shown: under a dryer "I'll
    take the straightener"."""
    strange = [term for term in lexicon.terms(query) if wants.is_content(term) and lexicon.is_written_here(term)]
    shown = (*state.sales.last_catalog_results, *state.sales.earlier_catalog_results)
    called = " ".join([" ".join([item.title, *_values(item)]) for item in shown])
    strange = [term for term in strange if not _is_among(term, called)]
    opened = state.sales.looked_at
    item = catalog.fetched(opened.item_id, context) if strange and opened else None
    told = " ".join([item.description, item.category or "", *item.attributes.values()]) if item else ""
    return any(not _is_among(term, told) for term in strange)


def _values(item: ShownItem) -> list[str]:
    return [value for values in item.options.values() for value in values]


def _is_among(term: str, told: str) -> bool:
    meaning = lexicon.concept(term) or lexicon.stem(term)
    return meaning in lexicon.concepts(told) or term in tokens(told)
