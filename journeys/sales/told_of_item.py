"""What is told of an item: whether it is such a thing, and has a detail that was asked for."""

from collections.abc import Sequence
from typing import Final

from journeys.local.wants import CHILDREN
from journeys.local.wordlists import tokens
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem

FOR_ANYBODY: Final = frozenset({"unisex", "adult", "family"})


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


def is_called(item: SearchItem, thing: str) -> bool:
    """Whether it is such a thing by its name or its shelf, whatever else is told of it."""
    return is_such(thing.replace("_", " "), f"{item.title} {item.category or ''}")


def audiences(text: str) -> set[str]:
    """For whom something is, as the lists have it: men, girls, a baby."""
    return {meaning for meaning in lexicon.concepts(text) if lexicon.kind(meaning) == "audience"}


def is_for_others(item: SearchItem, wanted: set[str]) -> bool:
    """Whether it is for a child, or a woman, and was wanted for a man."""
    told = audiences(f"{item.title} {' '.join(item.attributes.values())}")
    fitting = {*wanted, *FOR_ANYBODY, *(lexicon.broader(each) for each in wanted)}
    fitting |= {"boys", "girls"} if CHILDREN in wanted else set()
    return bool(wanted and told) and told.isdisjoint(fitting)


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
