"""Knows what is had by whoever comes, at a time: a ticket, a massage; no room, no line and no thing."""

from collections.abc import Collection
from itertools import pairwise
from typing import Final

from journeys.language.numbers import words as written_numbers
from journeys.local.purchase.ages import without_years
from journeys.state import ShownItem
from knowledge import lexicon
from knowledge.text import words
from tools.catalog.units import Unit

BY_THE_HEAD: Final = frozenset({Unit.TICKET, Unit.PERSON})
DURATION: Final = "duration"
PEOPLE: Final = frozenset({"adult", "kids"})
_GOODS: Final = frozenset({"product", "telecom"})


def is_attended(item: ShownItem, attributes: Collection[str] = ()) -> bool:
    """By its unit; what is sold by the piece has a duration, or forms for grown-ups and children, or else its name
    tells whether it is goods, or for so many at once. `attributes` are the names of those that are known."""
    if item.unit != Unit.PIECE:
        return item.unit in BY_THE_HEAD
    forms = {lexicon.concept(without_years(value)) for values in item.options.values() for value in values}
    if DURATION in {*attributes, *item.options} or forms >= PEOPLE:
        return True
    said = words(item.title)
    if any(one == "for" and (other.isdigit() or other in written_numbers()) for one, other in pairwise(said)):
        return False  # a wedding for thirty is not had eighty times by eighty guests
    return _GOODS.isdisjoint(lexicon.listed_kind(meaning) or "" for meaning in lexicon.listed_concepts(item.title))
