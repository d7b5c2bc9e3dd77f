"""A thing that is asked for by its name and is not on the shelves: how it is called, and what comes nearest to it."""

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

from journeys import catalog, library
from journeys.context import TurnContext
from journeys.local import asks
from journeys.local.wordlists import tokens
from journeys.sales import doubt, heads
from journeys.sales.told_of_item import audiences, is_called, is_for_others
from journeys.sales.wish import Wish
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem

MOST_NEAR: Final = 4
"""So many come nearest; more are a list of something else."""
ENOUGH: Final = 3
"""So many are a choice: no other kind is looked for."""
LONGEST_NAME: Final = 4
"""Words of what is said back."""
GROWN_UPS: Final = frozenset({"men", "women"})


def missing(found: CatalogSearchResult, wish: Wish, missed: Sequence[str], context: TurnContext) -> str:
    """The name of the thing that is asked for and not sold here, in the words that our lists know; empty where there is
    such a thing, or nobody can tell: a hotel's catalog names no iron, and its rooms may have one."""
    thing, make = _thing(wish, context), _make(wish, context)
    if not any(is_asked(context.text) for is_asked in (asks.shops, asks.asks_to_have, asks.may_be_done)):
        return ""
    if make:
        return _called(wish, [thing, make]) if make in missed else ""
    if not thing or _is_there(thing, found, wish, context):
        return ""
    is_known = thing in _offered() if catalog.has_guests(context) else lexicon.kind(thing) == "product"
    return _called(wish, [thing]) if is_known and not _is_a_shelf(thing, context) else ""


def of_its_kind(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> CatalogSearchResult:
    """What serves as the missing thing would, the nearest first, for whom that was to be."""
    thing, make = _thing(wish, context), _make(wish, context)
    thing = thing or (_makes()[make][0] if make else "")
    for_whom = [word for word in wish.query.split() if lexicon.kind(lexicon.concept(word) or "") == "audience"]
    bare = Wish(price_min=wish.price_min, price_max=wish.price_max, in_stock_only=True)
    near = {item.item_id: item for item in found.items if make and is_called(item, thing)}
    for other in [*([thing] if make else []), *_others(thing)]:
        if len(near) >= ENOUGH:
            break
        query = " ".join([other.replace("_", " "), *for_whom])
        held = _held(bare.model_copy(update={"query": query}), context)
        such = [item for item in held if item.in_stock and is_called(item, other)]
        such = [item for item in such if not _is_for_others(item, wish)]
        near |= {item.item_id: item for item in such[:ENOUGH] if item.item_id not in near}
    confidence = "strong" if near else "none"
    changed = {"items": [*near.values()][:MOST_NEAR], "near_misses": [], "total_estimate": len(near)}
    return found.model_copy(update={**changed, "confidence": confidence, "unmatched_words": []})


def is_told_of(wish: Wish, words: str, context: TurnContext) -> bool:
    """Whether a page of the library speaks of the missing thing, and of goods says that they are to be had."""
    held = library.retrieve(words, context)
    told = [f"{each.section} {each.text}" for each in library.usable(held)] if held is not None else []
    if not catalog.has_guests(context):
        return doubt.is_offered(wish.query, told)
    return any(_thing(wish, context) in lexicon.concepts(text) for text in told)


def _thing(wish: Wish, context: TurnContext) -> str:
    """What is asked for: of several things the one that the others tell the kind of."""
    said = [term for term in lexicon.terms(wish.query) if lexicon.things(term)]
    first = heads.heads_first(said, context.text)
    return (lexicon.concept(first[0]) or "") if first else ""


def _make(wish: Wish, context: TurnContext) -> str:
    """The maker's name by which it is called; none where it only tells what it is for: a charger for an iPhone."""
    thing = _thing(wish, context)
    said = (word for word in tokens(wish.query) if word in _makes())
    return next((word for word in said if not thing or _is_made_by(thing, word)), "")


def _is_made_by(thing: str, make: str) -> bool:
    return any(thing in (made, lexicon.broader(made)) for made in _makes()[make])


def _called(wish: Wish, names: Sequence[str]) -> str:
    """Those words of the wish that name it, and for whom it is; nothing else that they write is said back."""
    terms = [term for term in lexicon.terms(wish.query) if _tells(term, names)]
    return " ".join(terms[:LONGEST_NAME])


def _tells(term: str, names: Sequence[str]) -> bool:
    meaning = lexicon.concept(term)
    return term in names or (meaning is not None and (meaning in names or lexicon.kind(meaning) == "audience"))


def _is_there(thing: str, found: CatalogSearchResult, wish: Wish, context: TurnContext) -> bool:
    """Whether the shelves have such a thing, by whatever name, for whom it is wanted."""
    items = [item for item in found.items if is_called(item, thing)]
    items = items or _held(Wish(query=thing.replace("_", " ")), context)
    return any(not _is_for_others(item, wish) for item in items)


def _is_a_shelf(thing: str, context: TurnContext) -> bool:
    """Whether a whole shelf is called so, of which no item may be: groceries are food."""
    found: CatalogSearchResult | None = context.call("catalog_search", category=thing.replace("_", " "), limit=1).result
    category = str(found.filters.category or "") if found is not None else ""
    return thing in lexicon.concepts(category.replace("&", " "))  # hair is like "chair", and is none


def _held(wish: Wish, context: TurnContext) -> list[SearchItem]:
    """What the shelves surely have of it."""
    found: CatalogSearchResult | None = context.call("catalog_search", **wish.arguments()).result
    return found.items if found is not None and found.confidence == "strong" else []


def _is_for_others(item: SearchItem, wish: Wish) -> bool:
    return is_for_others(item, audiences(wish.query) & GROWN_UPS)


def _others(thing: str) -> Iterator[str]:
    for group in _tables()["groups"].values():
        if thing in group:
            yield from (each for each in group if each != thing)


@cache
def _offered() -> frozenset[str]:
    """What a house of guests tells of, if it has it."""
    return frozenset(chain(*_tables()["groups"].values()))


@cache
def _makes() -> dict[str, list[str]]:
    """Each maker's name with the things that are called by it."""
    made: dict[str, list[str]] = defaultdict(list)
    for thing, words in _tables()["makes"].items():
        for word in words.split():
            made[word].append(thing)
    return dict(made)


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
