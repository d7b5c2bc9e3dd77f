"""Reads which of several measures the larger or the smaller one is: of padlocks of 40 and 60 mm "kubwa" is 60."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from journeys.local.wordlists import word_set

_MEASURE: Final = re.compile(
    r"(?P<number>\d{1,9}(?:\.\d{1,4})?) ?(?P<unit>x(?= ?\d)|[^\W\d_]{1,20})(?: ?(?P<side>\d{1,9})| \w{1,20})?"
)
# With more than two "the big one" may be the second.
FEW: Final = 2


def at_the_end(values: Sequence[str], said: Sequence[str]) -> tuple[str, int] | None:
    """The value at the end that a word names, and where it stands; None where the values are no measures of one kind.

    Of more than two only the very largest and the very smallest are known."""
    read = [_MEASURE.fullmatch(value.casefold()) for value in values]
    measures = [found for found in read if found is not None]
    if len(measures) < len(values) or len({found["unit"] for found in measures}) != 1:
        return None
    numbers = [Decimal(found["number"]) * Decimal(found["side"] or 1) for found in measures]
    for place, word in enumerate(said):
        is_superlative = word in word_set("purchase", "relative", "superlative")
        if len(values) > FEW and not is_superlative:
            continue
        if word in word_set("purchase", "relative", "larger"):
            return values[numbers.index(max(numbers))], place
        if word in word_set("purchase", "relative", "smaller"):
            return values[numbers.index(min(numbers))], place
    return None
