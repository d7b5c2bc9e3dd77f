"""Hours that but say when something is, in a sentence that says more: "at busy hours, 19:00 to 23:00, not below 70".

A row and a line of its page may be told in one sentence as in two: the hours are those of the line that speaks of all
that they stand beside, and the sentence is held without them.
"""

import re
from collections.abc import Sequence
from typing import Final

from journeys.check.library.nearest import stands
from journeys.check.library.units import Source
from journeys.check.reading.clauses import expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import groups_of

_HOURS: Final = r"\d{1,2}:\d\d ?(?:-|to|until|hadi|mpaka) ?\d{1,2}:\d\d"
_WORD: Final = r"(?!(?:na|and|at|in|on|kwa|from|open|wazi)\b)[a-z]{2,12}"
_APPOSED: Final = re.compile(
    rf"\b(?P<of>{_WORD}(?: {_WORD}){{1,2}})(?:, (?P<hours>{_HOURS}),? | \((?P<within>{_HOURS})\),? )(?=\w)",
    re.IGNORECASE,
)


def without_their_hours(sentence: str, sources: Sequence[Source]) -> str:
    """The sentence without hours that a line tells so; empty where none stand in it, or no line does."""
    found = _APPOSED.search(sentence)
    if found is None:
        return ""
    hours = [fact for fact in facts_in(found["hours"] or found["within"])[0] if fact.kind == "time"]
    of = groups_of(expanded(found["of"]))
    is_told = any(
        all(stands(fact, unit, origin) for fact in hours) and all(group & unit.terms for group in of)
        for origin in sources for unit in origin.units
    )  # fmt: skip
    return f"{sentence[: found.end('of')]} {sentence[found.end() :]}" if is_told and hours and of else ""
