"""Words that only point at something: "that one", "hizo mbili", "those tickets"."""

from typing import Final

from journeys.local.wordlists import word_set
from tools.catalog.units import NAMES

POINTERS: Final = word_set("purchase", "pointers", "words")
"""They name nothing of what was shown."""
UNITS: Final = frozenset(name for names in NAMES.values() for name in names)
"""The tickets of "those tickets" are of what was spoken of."""
