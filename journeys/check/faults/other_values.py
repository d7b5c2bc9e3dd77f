"""Whether a clause has a value that the line it rests on has not, nor what stands beside that line or the customer."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.check.library.nearest import beside, stands
from journeys.check.library.rested import Rested
from journeys.check.library.units import Source
from journeys.check.reading.bounds import is_within, says_age
from journeys.check.reading.facts import Fact
from journeys.check.reading.terms import groups_of

_KNOWN_TERM: Final = re.compile(r"\b(?:after|within|during|baada ya) (?:the|those|these|your|hizo|hiyo) ?$")
_YOUR: Final = re.compile(r"\b(?:your|yako|zako|yenu)(?: [a-z]{1,12})? ?$")


def has_another_value(rested: Rested) -> str:
    unit, origin = rested.unit, rested.origin
    wrong = [
        fact.text
        for fact in rested.readings
        if not (
            stands(fact, unit, origin)
            or beside(fact, rested.groups, unit, origin)
            or _is_their_case(fact, rested)
            or _is_of_the_same_thing(fact, origin)
            or _is_known_term(fact, rested.sources)
            or _is_of_a_note(fact, rested)
            or _is_of_the_next(fact, rested)
        )
    ]
    return f"the source says another value than {', '.join(wrong)} here" if wrong else ""


def _is_of_the_same_thing(fact: Fact, origin: Source) -> bool:
    """Whether it is a date that another line tells of the one thing that the passage is about: "valid until"."""
    return fact.kind == "date" and bool(origin.name) and any(stands(fact, each, origin) for each in origin.units)


def _is_of_the_next(fact: Fact, rested: Rested) -> bool:
    """Whether the sentence beside it has the value and more of the clause: two sentences of a paragraph in one."""
    unit = rested.unit
    beside = (other for other in rested.origin.units if abs(other.at - unit.at) == 1 and not (other.key or unit.key))
    rest = [group for group in rested.groups if group.isdisjoint(unit.terms)]
    return any(stands(fact, other, rested.origin) and any(group & other.terms for group in rest) for other in beside)


def _is_of_a_note(fact: Fact, rested: Rested) -> bool:
    """Whether a line beside the table has it, of a word of the row's column: "busy hours are from 19:00 to 23:00"."""
    unit = rested.unit
    said = groups_of(rested.clause.sentence) if unit.key else []
    of_column = [group for group in said if group & unit.shared and not group & unit.key]
    notes = [other for other in rested.origin.units if not other.key and stands(fact, other, rested.origin)]
    return any(group & note.terms for group in of_column for note in notes)


def _is_known_term(fact: Fact, sources: Sequence[Source]) -> bool:
    """Whether it is spoken of as one that was told: "after the 12 months", of a term of 12 months."""
    is_known = _KNOWN_TERM.search(fact.before) is not None and bool(fact.unit)
    return is_known and any(stands(fact, unit, each) for each in sources for unit in each.units)


def _is_their_case(fact: Fact, rested: Rested) -> bool:
    """Whether it is the customer's own number, and what the source says holds of it: 6, "from 4 to 12"."""
    if says_age(fact):  # "a seven-year-old pays half", of "from 4 to 12"
        return is_within(fact, rested.unit.text)
    if fact.kind not in ("number", "quantity") or fact.readings.isdisjoint(rested.asked):
        return False
    is_given = any(value.endswith(f" {fact.unit}") for value in rested.unit.values)
    if _YOUR.search(fact.before) and fact.unit and not is_given:  # "the fees for your 6 months", of "the months left"
        return True
    return is_within(fact, rested.unit.text)
