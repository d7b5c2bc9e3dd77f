"""What a sentence names, and says of it in another clause: "to Kisumu, no problem: it is KES 400", of Thika's row."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from journeys.check.library.around import origin_of
from journeys.check.library.nearest import stands, values_in
from journeys.check.library.units import Source, SourceUnit, denied_in
from journeys.check.reading.clauses import Clause
from journeys.check.reading.terms import Group, group_of, groups_of, terms_of
from knowledge import lexicon

# What every line may speak of names none: "opening hours", and M-Pesa by what is done with it.
_OF_ALL: Final = terms_of("open opening hours time pay price cost deliver order day about")
_CAPITAL: Final = re.compile(r"\b[A-Z][a-z]{2,}")


def of_another_row(rested: Sequence[tuple[Clause, SourceUnit]], sources: Sequence[Source]) -> str:
    """Why a value is not that of the one row or labelled line that its sentence names: it stands in another's.

    What the clauses before name goes before what stands beside the value; a clause of a value alone goes on with
    the first that is named."""
    for at, (clause, unit) in enumerate(rested):
        stated, own = values_in(clause.text), groups_of(clause.text)
        if not stated or clause.asks or not (unit.key or unit.label):
            continue
        origin = origin_of(unit, sources)
        if any(group & _own_name_of(unit, origin) for group in own):
            continue
        before = [group for other, _ in rested[:at] for group in groups_of(other.text)]
        before = before or groups_of(clause.sentence.partition(clause.text)[0])
        named = list(_named(before, origin, clause)) or list(_named(own, origin, clause))
        is_one = unit not in named and (len(named) == 1 or (bool(named) and not own))
        if is_one and not all(stands(fact, named[0], origin) for fact in stated):
            return f"the source says it of {unit.text.partition(' | ')[0].partition(':')[0]}"
    return ""


def place_at_the_start(sentence: str, sources: Sequence[Source]) -> frozenset[str]:
    """The first word where it is one of several that a row is of, as places are: "Kisumu is free"."""
    first = _CAPITAL.match(sentence)
    group = group_of(first.group().casefold()) if first else frozenset[str]()
    is_place = first is not None and not lexicon.concept(first.group().casefold())
    is_key = any(group & unit.key and "," in unit.text.partition(" | ")[0] for each in sources for unit in each.units)
    return frozenset({first.group().casefold()}) if first and is_place and is_key else frozenset()


def _named(said: Iterable[Group], origin: Source, clause: Clause) -> Iterator[SourceUnit]:
    """The rows and labelled lines that are named by a word of theirs alone, as they are named."""
    denied, found = denied_in(clause), set[int]()
    for group in said:
        of = [unit for unit in origin.units if group & _name_of(unit) and group not in denied]
        if len(of) == 1 and of[0].values and of[0].at not in found:
            found.add(of[0].at)
            yield of[0]


def _own_name_of(unit: SourceUnit, origin: Source) -> frozenset[str]:
    """The words of its name that no other has, if there are any: of "Fibre Kasi" beside "Fibre Familia" the second."""
    name = _name_of(unit)
    others = frozenset[str]().union(*(_name_of(each) for each in origin.units if each is not unit))
    return (name - others) or name


def _name_of(unit: SourceUnit) -> frozenset[str]:
    """The words of what a row or a line with a label is about."""
    return (unit.key or terms_of(unit.label)) - _OF_ALL
