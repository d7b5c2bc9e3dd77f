"""What people give to whom, where a gift is sought and no thing is named."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from journeys.context import TurnContext
from journeys.local.purchase import ages
from journeys.sales.told_of_item import audiences, is_called, is_for_others
from journeys.sales.wish import Wish
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem

GIFT: Final = "gift"
MOST: Final = 6
"""As many as a list shows."""
OF_EACH: Final = 2
"""Of more kinds one can choose better."""
_FROM: Final = re.compile(r"(?P<least>\d{1,2})(?:\+|-(?P<most>\d{1,2}))")


def given(first: CatalogSearchResult, asked: Wish, wish: Wish, context: TurnContext) -> CatalogSearchResult | None:
    """What people give first, one of each kind in turn, for whom it is; None where no gift was `asked` for, a thing is
    named, or nothing such is sold."""
    wanted = audiences(wish.query)
    if GIFT not in lexicon.concepts(asked.query) or GIFT in lexicon.concepts(wish.query) or lexicon.things(wish.query):
        return None
    kinds = next((things for whom, things in _given().items() if whom in wanted), [])
    told = ages.told_in(context.text)
    found: list[list[SearchItem]] = []
    for thing in kinds:
        held = _sold_as(thing, wish, context)
        fitting = [each for each in held if not (is_for_others(each, wanted) or _is_for_other_ages(each, told))]
        found.append(fitting[:OF_EACH])
    in_turns = [each for at in range(OF_EACH) for some in found for each in some[at : at + 1]]
    items = list({item.item_id: item for item in in_turns}.values())[:MOST]
    if not items:
        return None
    total = max(first.total_estimate, len(items))
    changed = {"items": items, "near_misses": [], "total_estimate": total, "confidence": "strong"}
    return first.model_copy(update={**changed, "unmatched_words": []})


def _sold_as(thing: str, wish: Wish, context: TurnContext) -> list[SearchItem]:
    """What is called so and in stock, that which is for them first."""
    query = " ".join([thing.replace("_", " "), *sorted(audiences(wish.query))])
    of_it = wish.model_copy(update={"query": query, "in_stock_only": True})
    found: CatalogSearchResult | None = context.call("catalog_search", **of_it.arguments()).result
    return [item for item in found.items if is_called(item, thing)] if found is not None else []


def _is_for_other_ages(item: SearchItem, told: Sequence[int]) -> bool:
    """Whether it is for older children, or for younger ones: "age 6+", "6-9"."""
    ranged = _FROM.match(item.attributes.get("age", "").strip())
    if ranged is None:
        return False
    least, most = int(ranged["least"]), int(ranged["most"] or 99)
    return any(not least <= age <= most for age in told)


@cache
def _given() -> dict[str, list[str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
