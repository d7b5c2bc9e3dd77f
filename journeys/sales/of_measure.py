"""Keeps of what was found what has the measure that was named, "the 10 GB bundle", else what comes nearest to it."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from journeys.catalog import fetched
from journeys.context import TurnContext
from journeys.language.units import joined
from journeys.local import ends
from journeys.sales.wish import Wish
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem
from tools.catalog.units import Unit

FAMILIES: Final = (
    {"mb": Decimal(1), "gb": Decimal(1000), "tb": Decimal(1_000_000)},
    {"g": Decimal(1), "kg": Decimal(1000)},
    {"ml": Decimal(1), "l": Decimal(1000)},
    {"mm": Decimal(1), "cm": Decimal(10), "m": Decimal(1000)},
    {"inch": Decimal(1)}, {"mah": Decimal(1)}, {"mbps": Decimal(1)}, {"w": Decimal(1)},
)  # fmt: skip
"""Measures that can be set beside each other, each by so many of the smallest."""
LASTING: Final = {"min": Decimal(1), "hour": Decimal(60), "day": Decimal(1440), "year": Decimal(525_600)}
"""How long a thing lasts, by minutes: asked for by "the longest", and otherwise mostly said of something else."""
UNITS: Final = frozenset(unit for family in (*FAMILIES, LASTING) for unit in family)
_MEASURE: Final = re.compile(
    rf"(?<!\w)(?P<amount>\d{{1,9}}(?:p\d{{1,6}})?)(?P<unit>{'|'.join(sorted(UNITS, key=len, reverse=True))})\b"
)
# "4G" and "5G" are networks, and weigh nothing.
GENERATIONS: Final = 10
# Of "the fastest" its speed is meant; of "the biggest" whichever measure most of them have.
OF_ALL: Final = frozenset(range(len(FAMILIES)))
SPEED: Final = frozenset(at for at, family in enumerate(FAMILIES) if "mbps" in family)
LENGTH: Final = len(FAMILIES)
# Together with the first page of six, a shelf.
MOST_PAGES: Final = 4
# "The smallest weekly bundle" is one of those that are weekly.
AS_GOOD: Final = 0.8
# One thing with a measure is the biggest of nothing.
FEWEST: Final = 2
# What is near: more would be the shelf again.
MOST_NEAR: Final = 3


class Measure(NamedTuple):
    """So much, in the smallest unit of its family."""

    family: int
    amount: Decimal


class Sized(NamedTuple):
    """What was found of a measure; `is_near` where nothing has it, so that what comes nearest is there instead, and
    `is_ordered` where the first is the fastest, the biggest or the smallest of them."""

    found: CatalogSearchResult
    is_near: bool = False
    is_ordered: bool = False


def kept(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> Sized:
    """What was found, by the one measure that the message names; as it was where it names none, or the things of that
    kind have none."""
    named = set(_measures(context.text))
    if len(named) != 1 or not found.items:
        ordered = _by_superlative(found, wish, context)
        return Sized(ordered or found, is_ordered=ordered is not None)
    wanted = named.pop()
    items = [item for item in shelf(found, wish, context) if item.unit == Unit.PIECE]
    nearest = sorted((distance, at) for at, item in enumerate(items) if (distance := _distance(item, wanted)))
    exact = [item for item in items if _distance(item, wanted) == 0]
    is_left = any(item.in_stock for item in exact)
    near = [items[at] for _, at in nearest[:MOST_NEAR]]
    if not exact and (gone := _sold_out(near, wanted, wish, context)):
        return Sized(gone)
    chosen = exact if is_left else [*exact, *near]
    if not chosen:
        return Sized(found)
    only = found.model_copy(update={"items": chosen[: len(found.items)], "total_estimate": len(chosen)})
    return Sized(only, is_near=not exact)


def _sold_out(
    near: Sequence[SearchItem], wanted: Measure, wish: Wish, context: TurnContext
) -> CatalogSearchResult | None:
    """What comes in that measure and is sold out in it, which a search tells only of forms that are asked for."""
    for item in near:
        known = fetched(item.item_id, context)
        forms = [pair for each in known.variants for pair in each.options.items()] if known else []
        form = next((pair for pair in forms if wanted in _measures(pair[1])), None)
        if form is None:
            continue
        asked = wish.model_copy(update={"options": wish.options | dict([form]), "in_stock_only": False})
        found: CatalogSearchResult | None = context.call("catalog_search", **asked.arguments()).result
        if found is not None and found.items:
            return found
    return None


def differ(text: str, title: str) -> bool:
    """Whether both tell a measure, and not the same: "30 mbps fibre" is not the fibre of 50."""
    told, own = _measures(text), _measures(title)
    families = {each.family for each in told} & {each.family for each in own}
    return bool(families) and not set(told) & set(own)


def in_place_of_its_own(title: str, text: str) -> str:
    """What a title names, with the measures of a text: of "Fibre Kazi 50 Mbps" and "25 mbps" the fibre of 25."""
    named = " ".join(term for term in lexicon.terms(without(title)) if lexicon.things(term)) or without(title)
    found = _MEASURE.finditer(joined(text, UNITS))
    said = " ".join(f"{each['amount'].replace('p', '.')} {each['unit']}" for each in found)
    return " ".join(f"{named} {said}".split())


def without(text: str) -> str:
    """The text without its measures."""
    return _MEASURE.sub(" ", joined(text, UNITS))


def lasting(text: str) -> list[float]:
    """How many days the text says that something lasts."""
    of_time = (each for each in _measures(text, is_lasting=True) if each.family == LENGTH)
    return [float(each.amount / LASTING["day"]) for each in of_time]


def _by_superlative(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> CatalogSearchResult | None:
    """The fastest, the biggest or the cheapest for its measure first, where that is what is wanted and they tell it."""
    end, unit = ends.wanted(context.text), ends.per_unit(context.text)
    if not (end or unit) or not found.items:
        return None
    families = {"fastest": SPEED, "longest": frozenset({LENGTH})}.get(end or "", OF_ALL)
    families = frozenset(at for at, units in enumerate(FAMILIES) if unit in units) if unit else families
    items = shelf(found, wish, context)
    best = max(item.score for item in items)
    told = [(item, _told(item, is_lasting=end == "longest")) for item in items if item.score >= AS_GOOD * best]
    counts = Counter(each.family for _, measures in told for each in measures if each.family in families)
    family, having = max(counts.items(), key=lambda each: each[1], default=(0, 0))
    if having < FEWEST:
        return None
    amounts = [
        (max(each.amount for each in measures if each.family == family), item)
        for item, measures in told
        if any(each.family == family for each in measures)
    ]
    is_most = end not in ("smallest", None)
    of_each = [(item.price_from / amount if unit else amount, item) for amount, item in amounts]
    ordered = [item for _, item in sorted(of_each, key=lambda each: -each[0] if is_most and not unit else each[0])]
    return found.model_copy(update={"items": ordered[: len(found.items)], "total_estimate": len(ordered)})


def shelf(found: CatalogSearchResult, wish: Wish, context: TurnContext) -> list[SearchItem]:
    """The first page and those after it."""
    items = list(found.items)
    for _ in range(1, MOST_PAGES):
        if len(items) >= found.total_estimate:
            break
        seen = [item.item_id for item in items]
        more = context.call("catalog_search", **wish.arguments(), exclude_item_ids=seen).result
        if more is None or not more.items:
            break
        items += more.items
    return items


def _distance(item: SearchItem, wanted: Measure) -> Decimal | None:
    """How many times more or less than wanted the item has, from 0; None where it has no such measure."""
    ratios = [measure.amount / wanted.amount for measure in _told(item) if measure.family == wanted.family]
    return min((max(ratio, 1 / ratio) - 1 for ratio in ratios), default=None)


def _told(item: SearchItem, *, is_lasting: bool = False) -> list[Measure]:
    """The measures in its name, its attributes and its forms; how long it lasts only where that is asked for."""
    values = (value for each in item.options.values() for value in each)
    return _measures(" ".join([item.title, *item.attributes.values(), *values]), is_lasting=is_lasting)


def _measures(text: str, *, is_lasting: bool = False) -> list[Measure]:
    found = []
    families = (*FAMILIES, LASTING) if is_lasting else FAMILIES
    for said in _MEASURE.finditer(joined(text, UNITS)):
        amount, unit = Decimal(said["amount"].replace("p", ".")), said["unit"]
        family = next((at for at, units in enumerate(families) if unit in units), None)
        if family is not None and amount > 0 and not (unit == "g" and amount < GENERATIONS):
            found.append(Measure(family, amount * families[family][unit]))
    return found
