"""The unit of a source that a clause rests on: the one that speaks of most of it and has its values."""

from collections.abc import Sequence
from typing import Final

from journeys.check.facts import Fact, facts_in
from journeys.check.terms import Group, opposites
from journeys.check.units import Source, SourceUnit

# Half of a clause's words: below it no unit speaks of it.
ENOUGH: Final = 0.5
# The next best units count too where they carry three quarters.
SURELY: Final = 0.75
# Each unit that is looked at costs; the third rarely says more.
NEXT_BEST: Final = 3
VALUES: Final = frozenset({"money", "number", "quantity", "percent", "time", "date"})


def values_in(text: str) -> list[Fact]:
    """The facts of a text that a source must have too."""
    return [fact for fact in facts_in(text)[0] if fact.kind in VALUES]


def terms_told(sources: Sequence[Source]) -> frozenset[str]:
    return frozenset(term for each in sources for unit in each.units for term in unit.terms | unit.shared)


def best(
    groups: list[Group],
    readings: list[Fact],
    sources: Sequence[Source],
    last: SourceUnit | None,
    around: Sequence[Group] = (),
) -> list[tuple[SourceUnit, Source, float]]:
    """The unit that speaks of most of it, between equals one that has its values, or the one before, or that which
    speaks most of what stands `around` it: "no charge is owed if …" rests on what is said of that case.

    Of prose with a value the next best as well: the value may stand in a sentence that says less of the rest. A clause
    that goes on from a row stays with it as long as the row has its values.
    """
    ranked: list[tuple[float, int, bool, int, SourceUnit, Source]] = []
    for origin in sources:
        for unit in origin.units:
            if last is not None and last.key and last in origin.units and unit is not last:
                has_own_key = any(group & unit.key for group in groups if unit.key)
                if not has_own_key and not (not unit.key and _cover(groups, unit) > _cover(groups, last)):
                    continue
            cover = _cover(groups, unit)
            values = sum(stands(fact, unit, origin) for fact in readings)
            near = sum(bool(group & unit.terms) for group in around)
            ranked.append((cover, values, unit is last, near, unit, origin))
    ranked.sort(key=lambda each: each[:4], reverse=True)
    kept = [each for each in ranked if each[2] and each[4].key and readings and each[1] == len(readings)]
    if kept and kept[0][0] >= ENOUGH:
        ranked = kept
    best = ranked[:1]
    if best and readings and not best[0][4].key:
        best += [each for each in ranked[1:NEXT_BEST] if not each[4].key and each[0] >= SURELY]
    return [(unit, origin, cover) for cover, _, _, _, unit, origin in best]


def _cover(groups: list[Group], unit: SourceUnit) -> float:
    """How much of it the unit speaks of; what only the headings say counts half."""
    if not groups:
        return 1.0
    own = sum(
        1.0 if (group if unit.key else group | opposites(group)) & unit.terms else 0.5 if group & unit.shared else 0.0
        for group in groups
    )
    return own / len(groups)


def is_covered_near(groups: list[Group], near: list[SourceUnit], unit: SourceUnit, enough: float = ENOUGH) -> bool:
    """Prose goes on from sentence to sentence; rows do not."""
    known = unit.shared.union(*(unit.terms for unit in near if not unit.key))
    return sum(bool(group & known) for group in groups) >= enough * len(groups)


def beside(fact: Fact, groups: list[Group], unit: SourceUnit, origin: Source) -> bool:
    """Whether a unit that goes on from one without values has it, and speaks of the rest as well as any other."""
    if unit.key or unit.values:
        return False
    if any(abs(other.at - unit.at) == 1 and not other.key and stands(fact, other, origin) for other in origin.units):
        return True
    rest = [group for group in groups if not group & unit.terms]
    valued = [other for other in origin.units if other.values]
    fit = {other.at: sum(bool(group & other.terms) for group in rest) for other in valued}
    best = max(fit.values(), default=0)
    return any(fit[other.at] == best and stands(fact, other, origin) for other in valued)


def stands(fact: Fact, unit: SourceUnit, origin: Source) -> bool:
    """Whether the value stands there; with another measure it is another value."""
    known = unit.values | origin.values
    if not known.isdisjoint(fact.measures | fact.hours):
        return True
    found = (reading for reading in fact.readings if reading in known)
    return any(not (fact.unit and any(each.startswith(f"{reading} ") for each in known)) for reading in found)
