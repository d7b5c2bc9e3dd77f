"""For "tonight" and "open now": the passages about what is open then, when their own words tell."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from journeys.support.question import kinds
from knowledge.answer.opening import is_open
from knowledge.text import words

TONIGHT: Final = 20
Passages = Sequence[Mapping[str, Any]]


def fitting(passages: Passages, question: str, now: datetime) -> Passages:
    """Without what is closed then, as long as anything is left that is open."""
    at = moment_of(question, now)
    if at is None or not kinds.is_about_hours(question):
        return passages
    is_open_then = [is_open(passage["text"], at) for passage in passages]
    if not any(is_open_then):
        return passages
    return [passage for passage, answer in zip(passages, is_open_then, strict=True) if answer]


def moment_of(question: str, now: datetime) -> datetime | None:
    """The moment that is meant by "now" or "tonight"; None when none is."""
    said = set(words(question))
    evening = now.replace(hour=TONIGHT, minute=0)
    if said & {"tonight", "usiku"}:
        return max(now, evening)
    if said & {"tomorrow", "kesho"}:
        return None if not said & {"night", "evening", "jioni"} else evening + timedelta(days=1)
    return now if said & {"now", "sasa", "saahii", "still", "currently"} else None
