"""Counts the words of customers that have no meaning here yet, in the scope that is open."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.db.models import F

from tools.exemplars.models import UnknownWord

MOST: Final = 10
"""So many of one message, which may be a whole letter."""


def count(words: Sequence[str], *, on: date) -> None:
    """Count these words, each once a message; two statements, and none where all words are known."""
    told = sorted(set(words))[:MOST]
    if not told:
        return
    UnknownWord.objects.bulk_create([UnknownWord(word=word, last_on=on) for word in told], ignore_conflicts=True)
    UnknownWord.objects.filter(word__in=told).update(times=F("times") + 1, last_on=on)
