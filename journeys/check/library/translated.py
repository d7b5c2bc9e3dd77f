"""Hours that are told in another language than their source's."""

from collections.abc import Sequence
from typing import Final

from journeys.check.faults.closed_days import of_another_day
from journeys.check.faults.polarity import opposite
from journeys.check.library.nearest import stands, values_in
from journeys.check.library.units import Source, SourceUnit
from journeys.check.reading.clauses import clauses_of, expanded, says_when
from journeys.check.reading.facts import Fact
from journeys.check.reading.terms import WORD, Group, group_of, groups_of
from journeys.local import language as tongue

# Below it a short sentence may be English after all.
SURE: Final = 0.6
# "Saa tatu asubuhi" speaks of no hours ahead.
OF_THE_HOUR: Final = groups_of("saa masaa asubuhi mchana jioni usiku alasiri kuanzia mpaka")


def is_in_another_language(answer: str, sources: Sequence[Source]) -> bool:
    """Whether it is surely Swahili or Sheng, and the pages that it rests on are English; what heads nothing is no page
    but a line of our own, as of what an order comes to."""
    heard = tongue.detect(answer)
    if heard.label not in ("sw", "sheng") or heard.confidence < SURE:
        return False
    return not any(each.language in ("sw", "sheng") for each in sources if each.heading)


def translated(sentence: str, stated: Sequence[Fact], sources: Sequence[Source]) -> str:
    """Hours told in another language than the source's: all must stand in one passage, and nothing be turned round.

    Of a table it is the rows that the sentence names; of other lines none that speaks less of it than another."""
    groups = groups_of(expanded(sentence))
    said, subject = frozenset(term for group in groups for term in group), _subject_of(sentence)
    everywhere = [frozenset(term for unit in each.units for term in unit.terms | unit.shared) for each in sources]
    for origin, own in zip(sources, everywhere, strict=True):
        # What another passage is about and this one does not name is said of the other.
        if not subject & own and any(subject & other for other in everywhere):
            continue
        hours = [unit for unit in origin.units if any(":" in value for value in unit.values)]
        about = [unit for unit in hours if not unit.key or unit.key & said]
        clauses = [(clause, groups_of(clause.text)) for clause in clauses_of(sentence)]
        held = [
            fact
            for clause, groups in clauses
            for fact in values_in(clause.text)
            if _nearest(fact, groups, about, origin)
        ]
        if all(any(fact.readings & each.readings for each in held) for fact in stated):
            whys = [opposite(clause, groups, unit, origin, sources) for clause, groups in clauses for unit in about]
            days = (of_another_day(clause, origin) for clause, _ in clauses) if origin.name else ()
            return next(filter(None, (*whys, *days)), "")
    return f"no one passage has {', '.join(fact.text for fact in stated)}"


def _subject_of(sentence: str) -> Group:
    """Its first word that means something, and not only when it holds: the room of "ukibaki chumbani hadi saa kumi"."""
    words = [word for word in WORD.findall(expanded(sentence)) if group_of(word)]
    telling = (word for word in words if not says_when(word) and group_of(word) not in OF_THE_HOUR)
    return group_of(next(telling, words[0] if words else ""))


def _nearest(fact: Fact, groups: list[Group], units: Sequence[SourceUnit], origin: Source) -> bool:
    """Whether the value stands in the line that speaks most of what its clause does."""
    bare = [group for group in groups if group not in OF_THE_HOUR]
    return any(_is_nearest(fact, each, units, origin) for each in (groups, bare))


def _is_nearest(fact: Fact, groups: list[Group], units: Sequence[SourceUnit], origin: Source) -> bool:
    shared = {unit.at: sum(bool(group & unit.terms) for group in groups) for unit in units}
    best = max(shared.values(), default=0)
    return any(shared[unit.at] == best and stands(fact, unit, origin) for unit in units)
