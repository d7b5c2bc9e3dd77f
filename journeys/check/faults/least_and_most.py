"""What the name of a cell says to be the least, said to be the most, or the other way round: "Lowest: 70 Mbps"."""

import re
from typing import Final

from journeys.check.library.nearest import stands
from journeys.check.library.rested import Rested
from journeys.check.reading.clauses import expanded
from journeys.check.reading.facts import facts_in

_LEAST_OF: Final = re.compile(r"\b(?:lowest|least|minimum|min|kiwango cha chini)\b")
_MOST_OF: Final = re.compile(r"\b(?:highest|most|maximum|max|up to|kiwango cha juu)\b")
# It stands right before the value.
_LEAST: Final = re.compile(
    r"\b(?:at least|not (?:below|under|less than)|no less than|never (?:below|under)|minimum(?: of)?|lowest|angalau"
    r"|si chini ya|above|over|more than|zaidi ya) ?$"
)
_MOST: Final = re.compile(
    r"\b(?:at most|up to|not (?:above|over|more than)|no more than|never (?:above|over)|maximum(?: of)?|highest"
    r"|si zaidi ya|isiyozidi|haizidi|haipiti) ?$"
)


def of_the_other_end(rested: Rested) -> str:
    """Whether the one value of a cell that is named as the least is said to be the most."""
    cells = rested.unit.text.split(" | ")
    if len(cells) != len(rested.unit.columns):
        return ""
    text = expanded(rested.clause.text)
    for fact in rested.readings:
        of = [
            column.casefold()
            for column, cell in zip(rested.unit.columns, cells, strict=True)
            if any(not fact.readings.isdisjoint(other.readings) for other in facts_in(cell)[0])
        ]
        before = text.partition(fact.text.casefold())[0]
        if len(of) != 1 or not stands(fact, rested.unit, rested.origin):
            continue
        is_most = _MOST.search(before) is not None
        is_least = _LEAST.search(before) is not None and not is_most
        if (_LEAST_OF.search(of[0]) and is_most) or (_MOST_OF.search(of[0]) and is_least):
            return f"the source says it of the {of[0]}"
    return ""
