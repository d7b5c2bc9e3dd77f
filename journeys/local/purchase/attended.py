"""Knows what is had by whoever comes, at a time: a ticket, a massage; no room, no line and no thing."""

from typing import Final

from journeys.state import ShownItem
from knowledge import lexicon
from tools.catalog.units import Unit

BY_THE_HEAD: Final = frozenset({Unit.TICKET, Unit.PERSON})
_GOODS: Final = frozenset({"product", "telecom"})


def is_attended(item: ShownItem) -> bool:
    """By its unit; of what is sold by the piece its name tells whether it is goods."""
    if item.unit != Unit.PIECE:
        return item.unit in BY_THE_HEAD
    return _GOODS.isdisjoint(lexicon.kind(meaning) or "" for meaning in lexicon.concepts(item.title))
