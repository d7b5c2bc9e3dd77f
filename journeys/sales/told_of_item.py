"""What is told of an item: whether it is such a thing, and has a detail that was asked for."""

from collections.abc import Sequence

from journeys.local.wordlists import tokens
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem


def having(found: CatalogSearchResult, detail: str, thing: str) -> list[SearchItem]:
    """Of what was found by a detail what is such a thing, and tells that detail by its name: the phones with 5G."""
    if lexicon.things(detail):
        return []
    told = [(item, words_of(item)) for item in found.items]
    return [item for item, words in told if f" {detail.casefold()} " in words and is_such(thing, words)]


def with_detail(
    best: CatalogSearchResult, missed: Sequence[str], having: list[SearchItem], detail: str
) -> tuple[CatalogSearchResult, Sequence[str]]:
    """Those of them that have the detail, which is then missed no longer; all of them where none has."""
    if not having:
        return best, missed
    kept = best.model_copy(update={"items": having, "total_estimate": len(having)})
    return kept, [word for word in missed if word not in detail.casefold()]


def is_such(thing: str, words: str) -> bool:
    named = lexicon.things(words)
    return not lexicon.things(thing).isdisjoint(named | {lexicon.broader(each) or "" for each in named})


def words_of(item: SearchItem) -> str:
    """All that is told of an item, with a space before and behind each word."""
    values = (value for each in item.options.values() for value in each)
    told = " ".join(
        [item.title, item.category or "", item.description, *item.attributes, *item.attributes.values(), *values]
    )
    return f" {' '.join(tokens(told.replace('_', ' ')))} "


def tells_all_of(query: str, item: SearchItem) -> bool:
    """Whether all that is sought, and more than one word of it, is told of the item somewhere."""
    meant = {meaning for meaning in lexicon.concepts(query) if lexicon.kind(meaning) != "trade"}
    told = words_of(item)
    return len(meant) > 1 and meant <= {*lexicon.concepts(told), *told.split()}
