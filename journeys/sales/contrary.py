"""What the words of a wish speak against: a week's bundle for who wants one for a month, a business line for a home."""

from typing import Final

from journeys.local import circumstances
from journeys.local.wordlists import plain, tokens, wordlist
from journeys.sales.of_measure import lasting
from journeys.sales.told_of_item import is_such
from knowledge import lexicon
from knowledge.search.terms.glossary import is_abroad
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem
from tools.catalog.units import Unit

# In days.
PERIODS: Final = {"day": 1.0, "week": 7.0, "month": 30.0}
# The attributes that tell how long a thing holds.
LASTS: Final = ("validity", "duration")
DAYTIME: Final = frozenset({"daytime", "mchana", "hours", "masaa"})
# Two weeks are as good as 15 days.
AS_LONG: Final = 0.1


def left_out(found: CatalogSearchResult, query: str, text: str) -> CatalogSearchResult:
    """What was found without what the words speak against, where anything else is left."""
    said, days = set(tokens(text)), _days_wanted(text)
    said |= {"abroad"} if any(map(is_abroad, said)) else set()
    is_a_day = days == 1 and not is_of_rooms(query)  # who wants to swim for a day wants no room by the pool
    kept = [
        item
        for item in found.items
        if not (_is_opposed(item, said) or _lasts_otherwise(item, days) or (is_a_day and item.unit == Unit.NIGHT))
    ]
    if not kept or len(kept) == len(found.items):
        return found
    return found.model_copy(update={"items": kept, "total_estimate": len(kept)})


def is_for_a_day(text: str) -> bool:
    """Whether it shall be for one day, or some hours of it."""
    return _days_wanted(text) == 1 or not DAYTIME.isdisjoint(tokens(text))


def is_of_rooms(query: str) -> bool:
    return is_such("room", query)


def _is_opposed(item: SearchItem, said: set[str]) -> bool:
    told = set(tokens(f"{item.title} {item.description}"))
    for words in wordlist("contraries").values():
        against = set(words["against"].split())
        if said.intersection(words["said"].split()) and not said & against and told & against:
            return True
    return False


def _days_wanted(text: str) -> float | None:
    """For how many days it shall be; None where no period is named, or several are."""
    said = circumstances.without(plain(text), "when")
    named = {days for days in lasting(said) if days >= 1} or _periods(said)
    return named.pop() if len(named) == 1 else None


def _periods(text: str) -> set[float]:
    return {PERIODS[meaning] for meaning in lexicon.concepts(text) if meaning in PERIODS}


def _lasts_otherwise(item: SearchItem, days: float | None) -> bool:
    if not days:
        return False
    told = " ".join(item.attributes.get(name, "") for name in LASTS).strip()
    # What holds from one hour to another holds for no week.
    return bool(told) and all(abs(each - days) > AS_LONG * days for each in lasting(told) or _periods(told))
