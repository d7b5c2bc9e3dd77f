"""The sentences of the sources that an answer in another language rests on, to be quoted under it."""

from collections.abc import Sequence
from typing import Final

from journeys.check.carried import is_in_another_language
from journeys.check.clauses import sentences
from journeys.check.nearest import best_unit
from journeys.check.units import Source, parts_of

MOST: Final = 2
LONGEST: Final = 200


def quoted(answer: str, sources: Sequence[Source]) -> list[str]:
    """The source's own sentences, those of the answer's first ones; none where the languages are one."""
    if not is_in_another_language(answer, sources):
        return []
    units = (best_unit(clause, sources) for sentence in sentences(answer) for clause in parts_of(sentence))
    found = [unit.text.replace(" | ", ": ") for unit in units if unit is not None and len(unit.text) <= LONGEST]
    return list(dict.fromkeys(found))[:MOST]
