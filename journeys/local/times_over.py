"""How often each of two things is taken that are set beside each other: "the weekly one four times or the monthly"."""

import re
from typing import Final

from journeys.local.purchase.numbers import words
from knowledge.text import fold

# More is no count of a thing that is bought again.
MOST: Final = 31
_NUMBER: Final = rf"(?P<{{name}}>\d{{{{1,2}}}}|{'|'.join(sorted(words(), key=len, reverse=True))})"
_TIMES: Final = re.compile(
    rf"\b(?:mara|times|x) ?{_NUMBER.format(name='behind')}\b|\b{_NUMBER.format(name='before')} ?(?:times|x)\b"
)
_AT_THE_END: Final = re.compile(rf"(?<!\w){_NUMBER.format(name='count')} \Z")


def count(name: str, text: str) -> int:
    """How often the thing of that name is meant: by the number inside its name, or right before it; else once."""
    named, said = fold(name), fold(text)
    found = _TIMES.search(named) or _AT_THE_END.search(said[: max(said.find(named), 0)])
    told = next(filter(None, found.groupdict().values()), "") if found else ""
    number = int(told) if told.isdecimal() else words().get(told, 1)
    return number if 1 <= number <= MOST else 1
