"""A clause of an answer beside the line of a source that speaks of most of it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from journeys.check.library.units import Source, SourceUnit
from journeys.check.reading.clauses import Clause
from journeys.check.reading.facts import Fact
from journeys.check.reading.terms import Group

NO_SOURCE: Final = "no source says it"
"""Why a clause is not carried that speaks of what no unit does."""


@dataclass(frozen=True, slots=True)
class Rested:
    """A clause of an answer, and the unit of a source that speaks of most of it."""

    clause: Clause
    names: frozenset[str]
    """The names inside its sentence, in lower case."""
    groups: list[Group]
    readings: list[Fact]
    unit: SourceUnit
    origin: Source
    covered: float
    sources: Sequence[Source]
    asked: Collection[str] = ()
    """The customer's own values."""
    unheard: Collection[Group] = ()
    """The names of the sentence that no source has."""

    @property
    def known(self) -> frozenset[str]:
        return self.unit.terms | self.unit.shared

    @property
    def rows(self) -> list[SourceUnit]:
        """The other rows of the unit's table."""
        return [other for other in self.origin.units if other.key and other is not self.unit]
