"""Of what was found what has the one thing that tells it apart; where none has, its kind beside what else has that."""

from typing import Final, NamedTuple

from journeys.context import TurnContext
from journeys.sales.told_of_item import is_such, words_of
from journeys.sales.wish import Wish
from journeys.topics import TELLING
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem
from tools.catalog.indexing.words import head

# What one is had for as well as another.
OF_ONE_USE: Final = frozenset({"data_bundle", "internet", "fibre", "wifi"})
# Of each of both.
MOST_OF_EACH: Final = 3


class HalfMet(NamedTuple):
    """What is shown; `is_half` where none of it has all that is sought, which is then told."""

    found: CatalogSearchResult
    is_half: bool = False


def beside(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> HalfMet:
    """Of unlimited internet what is; of unlimited data, where no bundle is, the bundles and then such internet."""
    thing = head(wish.query)
    wanted = {meaning: term for term in lexicon.terms(wish.query) if (meaning := lexicon.concept(term)) in TELLING}
    if thing is None or not found.items or not wanted or thing in wanted:
        return HalfMet(found)
    so = [item for item in found.items if not wanted.keys().isdisjoint(lexicon.concepts(words_of(item)))]
    if so:
        return HalfMet(_only(so, found))
    of_its_kind = [item for item in found.items if is_such(thing.replace("_", " "), f"{item.title} {item.category}")]
    others = _having(next(iter(wanted.values())), wish, thing, context)
    both = [*(of_its_kind or found.items)[:MOST_OF_EACH], *others]
    return HalfMet(_only(list({item.item_id: item for item in both}.values()), found), is_half=True)


def _only(items: list[SearchItem], found: CatalogSearchResult) -> CatalogSearchResult:
    total = found.total_estimate if items == found.items else len(items)
    return found.model_copy(update={"items": items, "total_estimate": total})


def _having(lacking: str, wish: Wish, thing: str, context: TurnContext) -> list[SearchItem]:
    """What is had for the same as the thing, and has what that lacks."""
    if thing not in OF_ONE_USE:
        return []
    so = context.call("catalog_search", **wish.model_copy(update={"query": lacking}).arguments()).result
    items: list[SearchItem] = so.items if so is not None else []
    return [item for item in items if not OF_ONE_USE.isdisjoint(lexicon.things(item.title))][:MOST_OF_EACH]
