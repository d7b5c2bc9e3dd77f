"""For "tonight" and "open now": the passages about what is open then, when their own words tell."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from journeys.support.question import kinds
from knowledge.answer.opening import is_open
from knowledge.text import words

# Eight in the evening, when dinner is asked about.
TONIGHT: Final = 20
Passages = Sequence[Mapping[str, Any]]


def fitting(passages: Passages, question: str, now: datetime) -> Passages:
    """Without what is closed then, as long as anything is left that is open."""
    for at in moments_of(question, now) if kinds.is_about_hours(question) else ():
        is_open_then = [is_open(passage["text"], at) for passage in passages]
        if any(is_open_then):
            return [passage for passage, answer in zip(passages, is_open_then, strict=True) if answer]
    return passages


def moments_of(question: str, now: datetime) -> tuple[datetime, ...]:
    """The moments that are meant by "now" or "tonight", the likeliest first; none when none is.

    Late at night, when all has closed, "tonight" is the evening all the same."""
    said = set(words(question))
    evening = now.replace(hour=TONIGHT, minute=0)
    if said & {"tonight", "usiku"}:
        return (max(now, evening), evening)
    if said & {"tomorrow", "kesho"}:
        return (evening + timedelta(days=1),) if said & {"night", "evening", "jioni"} else ()
    return (now,) if said & {"now", "sasa", "saahii", "sahii", "sai", "still", "currently"} else ()
