"""What the words of a wish speak against: a week's bundle for who wants one for a month, a business line for a home."""

from typing import Final

from journeys.local import circumstances
from journeys.local.wordlists import plain, tokens, wordlist
from journeys.sales.of_measure import lasting
from knowledge import lexicon
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem

# In days.
PERIODS: Final = {"day": 1, "week": 7, "month": 30}
# The attributes that tell how long a thing holds.
LASTS: Final = ("validity", "duration")
# Two weeks are as good as 15 days.
AS_LONG: Final = 0.1


def left_out(found: CatalogSearchResult, text: str) -> CatalogSearchResult:
    """What was found without what the words speak against, where anything else is left."""
    said, days = set(tokens(text)), _days_wanted(text)
    kept = [item for item in found.items if not (_is_opposed(item, said) or _lasts_otherwise(item, days))]
    if not kept or len(kept) == len(found.items):
        return found
    return found.model_copy(update={"items": kept, "total_estimate": len(kept)})


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
    counted = {days for days in lasting(said) if days >= 1}
    named = counted or {PERIODS[meaning] for meaning in lexicon.concepts(said) if meaning in PERIODS}
    return named.pop() if len(named) == 1 else None


def _lasts_otherwise(item: SearchItem, days: float | None) -> bool:
    if not days:
        return False
    told = " ".join(item.attributes.get(name, "") for name in LASTS).strip()
    # What holds from one hour to another holds for no week.
    return bool(told) and all(abs(each - days) > AS_LONG * days for each in lasting(told))
