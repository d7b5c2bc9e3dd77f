"""Knows what is had by whoever comes, at a time: a ticket, a massage; no room, no line and no thing."""

from itertools import pairwise
from typing import Final

from journeys.language.numbers import words as written_numbers
from journeys.state import ShownItem
from knowledge import lexicon
from knowledge.text import words
from tools.catalog.units import Unit

BY_THE_HEAD: Final = frozenset({Unit.TICKET, Unit.PERSON})
_GOODS: Final = frozenset({"product", "telecom"})


def is_attended(item: ShownItem) -> bool:
    """By its unit; of what is sold by the piece its name tells whether it is goods, or for so many at once."""
    if item.unit != Unit.PIECE:
        return item.unit in BY_THE_HEAD
    said = words(item.title)
    if any(one == "for" and (other.isdigit() or other in written_numbers()) for one, other in pairwise(said)):
        return False  # a wedding for thirty is not had eighty times by eighty guests
    return _GOODS.isdisjoint(lexicon.listed_kind(meaning) or "" for meaning in lexicon.listed_concepts(item.title))
