"""Which source a clause names as the one that says it: "the schedule of fees says KES 2,500", another 2,000."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from journeys.check.library.units import Source
from journeys.check.reading.clauses import Clause
from journeys.check.reading.terms import groups_of, terms_of

_SAYS: Final = re.compile(r" (?:says?|states?|(?:i|u|zi)(?:na|me)(?:sema|taja|onyesha))(?: that| kuwa| kwamba)? (?=\S)")
_SECTION: Final = re.compile(r"\b(?:section|clause|sehemu|kifungu|abschnitt)(?: ya)? \d{1,3}\b", re.IGNORECASE)
_BEGINS: Final = re.compile(r"(?:but|while|and|though|lakini|na|ila|huku) ")
# What any of them may be called.
_OF_ANY: Final = terms_of(
    "guide manual page document policy paper table list sheet section part mwongozo hati ukurasa sera jedwali orodha"
)


def source_named(clause: Clause, sources: Sequence[Source]) -> tuple[Clause, Sequence[Source]]:
    """What is said, and the sources whose heading has the name; the clause and all of them where it names none."""
    said = _SAYS.search(clause.text)
    who = _BEGINS.sub("", clause.text[: said.start()], count=1) if said else ""
    names = [group for group in groups_of(who) if not group & _OF_ANY]
    named = [each for each in sources if names and all(group & _heading(each) for group in names)]
    return (replace(clause, text=clause.text[said.end() :]), named) if said and named else (clause, sources)


def _heading(source: Source) -> frozenset[str]:
    return frozenset(term for unit in source.units for term in unit.shared)


def without_sections(text: str, sources: Sequence[Source]) -> str:
    """Without the number of a section that a source has or names itself: it is no value of what is said there."""

    def named(found: re.Match[str]) -> str:
        said = re.compile(rf"\b{re.escape(found.group())}\b", re.IGNORECASE)
        is_told = any(
            said.search(each.heading) or any(said.search(unit.text) for unit in each.units) for each in sources
        )
        return " " if is_told else found.group()

    return _SECTION.sub(named, text)
