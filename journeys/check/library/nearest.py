"""The unit of a source that a clause rests on: the one that speaks of most of it and has its values."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from journeys.check.library.units import Source, SourceUnit
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.readings import percents_in
from journeys.check.reading.terms import WORD, Group, group_of, groups_of, opposites
from journeys.check.strange import talk
from knowledge.text import words

# Half of a clause's words: below it no unit speaks of it.
ENOUGH: Final = 0.5
# The next best units count too where they carry three quarters.
SURELY: Final = 0.75
# Each unit that is looked at costs; the third rarely says more.
NEXT_BEST: Final = 3
VALUES: Final = frozenset({"money", "number", "quantity", "percent", "time", "date"})

# Whose words are wholly those of the value: "six in the morning", "15 December".
OF_THE_DAY: Final = frozenset({"time", "date"})


class NamedThing(NamedTuple):
    """A passage whose thing is named, and the words that do so as they are written."""

    origin: Source
    words: list[Group]


def values_in(text: str) -> list[Fact]:
    """The facts of a text that a source must have too."""
    return [fact for fact in facts_in(text)[0] if fact.kind in VALUES]


def terms_told(sources: Sequence[Source]) -> frozenset[str]:
    return frozenset[str]().union(*(each.terms for each in sources))


def best(
    groups: list[Group],
    readings: list[Fact],
    sources: Sequence[Source],
    last: SourceUnit | None,
    around: Sequence[Group] = (),
    named: Sequence[NamedThing] = (),
) -> list[tuple[SourceUnit, Source, float]]:
    """The unit that speaks of most of it, between equals one that has its values, or the one before, or that which
    speaks most of what stands `around` it: "no charge is owed if …" rests on what is said of that case.

    Of prose the next best as well that says as much, with a value also one that says less of the rest. A clause
    that goes on from a row stays with it as long as the row has its values.
    """
    said = frozenset[str]().union(*(fact.readings for fact in readings))
    ranked: list[tuple[float, int, bool, bool, int, int, SourceUnit, Source]] = []
    # The unit of a value stands where the value does.
    given = [word for each in named for word in each.words]
    given += [
        group for fact in readings if fact.unit or fact.kind in OF_THE_DAY for group in groups_of(fact.text.casefold())
    ]
    if of_units := [group for fact in readings if fact.unit for group in groups_of(fact.unit)]:
        told = terms_told(sources)
        given += [group for group in of_units if group.isdisjoint(told)]  # "1 litre", of what says "1 L"
    for origin in sources:
        for unit in origin.units:
            if named and not _is_of(named, unit, origin):
                continue
            if last is not None and last.key and last in origin.units and unit is not last:
                has_own_key = any(group & unit.key for group in groups if unit.key)
                if not has_own_key and not (not unit.key and _cover(groups, unit) > _cover(groups, last)):
                    continue
            cover = _cover(groups, unit, given, has_values=bool(readings))
            values = sum(stands(fact, unit, origin) for fact in readings)
            near = sum(bool(group & unit.terms) for group in around)
            itself = sum(bool(group & unit.terms) for group in groups)
            rank = (cover, values, bool(unit.key_values & said), unit is last, near, itself)
            ranked.append((*rank, unit, origin))
    ranked.sort(key=lambda each: each[:-2], reverse=True)
    kept = [each for each in ranked if each[-2] is last and last.key and readings and each[1] == len(readings)]
    if kept and kept[0][0] >= ENOUGH:
        ranked = kept
    best = ranked[:1]
    if best and not best[0][-2].key:
        enough = SURELY if readings else max(SURELY, best[0][0])
        best += [each for each in ranked[1:NEXT_BEST] if not each[-2].key and each[0] >= enough]
    return [(unit, origin, cover) for cover, *_, unit, origin in best]


def about(text: str, sources: Sequence[Source]) -> list[NamedThing]:
    """The things that are named by a word that no other is called by: what is said of one rests on its passage.

    A name as it is written is surer than a word that means the same: "dhow" is no Jahazi Grill beside "Tamu Cafe".
    """
    said = [word for word in WORD.findall(text) if not group_of(word) & talk()]
    meant = [group_of(word) for word in said]
    written, found = list[NamedThing](), list[NamedThing]()
    for origin in sources:
        called = {word for other in sources if other is not origin for word in other.name}
        own = [word for word in origin.name if word not in called]
        if any(word in said for word in own):
            written.append(NamedThing(origin, [group_of(word) for word in origin.name if word in said]))
        if any(group & each for group in map(group_of, own) for each in meant):
            found.append(NamedThing(origin, []))
    if not written:
        return found or _of_one_alone(said, sources)
    every = WORD.findall(text)
    return [each for each in written if not _is_part_of_another_name(each.origin, said, every, sources)]


def _is_part_of_another_name(
    thing: Source, said: Sequence[str], every: Sequence[str], sources: Sequence[Source]
) -> bool:
    """Whether what names it is said with a word that others have beside it: of an "Ocean wing" is no "ocean view", and
    of a "Board and card table" no "half board"."""
    longer = {f" {word} {after} " for word, after in pairwise(said) if word in thing.name and after not in thing.name}
    longer |= {
        f" {before} {word} " for before, word in pairwise(every)
        if word in thing.name and before not in thing.name and group_of(before)
    }  # fmt: skip
    lines = [f" {' '.join(words(unit.text))} " for each in sources if each is not thing for unit in each.units]
    return any(name in line for line in lines for name in longer)


def _of_one_alone(said: Sequence[str], sources: Sequence[Source]) -> list[NamedThing]:
    """The one of several things of whose passage alone a word with "the" speaks: "the buffet"."""
    things = [each for each in sources if each.name]
    for group in map(group_of, said if len(things) > 1 else ()):
        of = [each for each in things if group and any(group & unit.terms for unit in each.units)]
        if len(of) == 1 and not any(group & unit.terms for each in sources if not each.name for unit in each.units):
            return [NamedThing(of[0], [])]
    return []


def _is_of(named: Sequence[NamedThing], unit: SourceUnit, origin: Source) -> bool:
    """Whether a unit stands in a passage that is named, or names its thing itself."""
    return any(origin is each.origin or all(group_of(word) & unit.terms for word in each.origin.name) for each in named)


def _cover(groups: list[Group], unit: SourceUnit, given: Sequence[Group] = (), *, has_values: bool = False) -> float:
    """How much of it the unit speaks of; what only the headings say counts half.

    So does the name of the thing that it is said of, but wholly where values will tell.
    """
    if not groups:
        return 1.0
    rest = [group for group in groups if not any(group & word for word in given)] if given else groups
    own = sum(
        1.0 if (group if unit.key else group | opposites(group)) & unit.terms else 0.5 if group & unit.shared else 0.0
        for group in rest
    )
    weight = 1.0 if has_values else SURELY
    return (own + weight * (len(groups) - len(rest))) / len(groups) if rest else 1.0


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
    if fact.kind == "percent" and not fact.readings.isdisjoint(percents_in(unit.text)):
        return True
    if not known.isdisjoint(fact.measures | fact.hours):
        return True
    found = (reading for reading in fact.readings if reading in known)
    return any(not (fact.unit and any(each.startswith(f"{reading} ") for each in known)) for reading in found)
