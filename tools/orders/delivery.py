"""Which of a business's areas an order is brought to, by the words in which its customer told the place. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from knowledge.text import fold, words
from tools.orders.totals import Tariff

HOW, COLLECTED = "how", "collected"
"""What an order's delivery says where its customer comes for it: nothing is brought."""
Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """Places with one fee; with shelves it is only for orders that hold something of these."""

    name: str
    places: tuple[str, ...]
    tariff: Tariff
    shelves: tuple[str, ...] = ()


def find(areas: Sequence[Area], place: str, shelves: Collection[str]) -> Area | None:
    """The first area, in their order, one of whose places stands in the words; `shelves` are those of the goods.

    A place within another counts for nothing: "Mombasa Road" names no Mombasa. None: what it costs is not known.
    """
    said = words(place)
    named = [(span, area) for area in _counting(areas, shelves) for one in area.places for span in _spans(one, said)]
    spans = {span for span, _ in named}
    return next((area for span, area in named if not any(_is_within(span, other) for other in spans)), None)


def _counting(areas: Sequence[Area], shelves: Collection[str]) -> list[Area]:
    """Those for what is in the order, where there are any; else those for all goods."""
    own = [area for area in areas if any(_is_for(area, shelf) for shelf in shelves)]
    return own or [area for area in areas if not area.shelves]


def _is_for(area: Area, shelf: str) -> bool:
    """A shelf includes those within it, as it does for an offer."""
    return any(is_on(shelf, one) for one in area.shelves)


def is_on(shelf: str, wider: str) -> bool:
    """Whether a shelf is this one, or stands within it."""
    return f"{fold(shelf)} > ".startswith(f"{fold(wider)} > ")


def _spans(place: str, said: Sequence[str]) -> Iterator[Span]:
    """Where these words stand, one after the other."""
    wanted = words(place)
    for start in range(len(said) - len(wanted) + 1 if wanted else 0):
        if list(said[start : start + len(wanted)]) == wanted:
            yield start, start + len(wanted)


def _is_within(span: Span, other: Span) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]
