"""Days and nights that cannot be: "Monday 8 December", a Tuesday, five nights from the 17th to the 21st, and the
opposite of what follows from the sentence that it is said in: "closed on Mondays, so it is closed on Wednesday"."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import pairwise
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.reading.clauses import sentences
from journeys.check.theirs import limits
from journeys.check.theirs.concluded import parted
from journeys.check.theirs.days_told import DATE, day_of
from knowledge.text import fold

_NIGHTS: Final = re.compile(
    r"\W{1,3}(?:is|are|makes?|comes to|for|ni|kwa|=)? ?(?:(?P<nights>\d{1,3}) nights?\b|usiku (?P<usiku>\d{1,3})\b)"
)
_UNTIL: Final = re.compile(r"\W{1,3}(?:to|until|till|leaving|hadi|mpaka)\W{1,3}")


def said_in(text: str, evidence: Evidence) -> Iterator[str]:
    """What a text says of days that cannot be so."""
    for sentence in sentences(text):
        if evidence.today is not None:
            yield from _of_dates(fold(sentence), evidence.today, evidence)
        for premise, conclusion in parted(sentence):
            if limits.is_turned(conclusion, premise, evidence):
                yield conclusion
                break


def _of_dates(said: str, today: date, evidence: Evidence) -> Iterator[str]:
    found = [*DATE.finditer(said)]
    days = [(each, day_of(each, today)) for each in found]
    for each, day in days:
        if day is None and each["month"] and " ".join(each[0].split()) not in evidence.told_plainly:
            yield each[0]
    for (one, first), (other, last) in pairwise(days):
        nights = _NIGHTS.match(said, other.end())
        if first and last and nights and _UNTIL.fullmatch(said[one.end() : other.start()]):
            much = int(nights["nights"] or nights["usiku"])
            if first.first < last.first and (last.first - first.first).days != much:
                yield f"{one[0]} \u2026 {other[0]}{nights[0]}"
