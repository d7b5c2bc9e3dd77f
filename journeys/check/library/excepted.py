"""The line that takes a case out of what another one says: "no termination charge is owed if the line was down", beside
"if you end it early, a termination charge is owed".
"""

from collections.abc import Sequence
from typing import Final

from journeys.check.library.around import names_a_case
from journeys.check.library.nearest import stands, values_in
from journeys.check.library.units import Source, SourceUnit, denied_in
from journeys.check.reading.clauses import Clause
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.strange import talk

# "The" and "more than" of a case tell it from no other.
_NEUTRAL: Final = terms_of("more than over for in at least zaidi ya kwa")


def excepting(clause: Clause, others: Sequence[Clause], sources: Sequence[Source]) -> SourceUnit | None:
    """The one that denies the same thing in the very case that the sentence names; none where it names no figure."""
    denied, cases = denied_in(clause), [each for each in others if each is not clause and names_a_case(each)]
    if not denied or len(cases) != 1 or values_in(clause.text):
        return None
    stated, of_case = values_in(cases[0].text), groups_of(cases[0].text)
    for origin in sources:
        is_of_it = all(group & (origin.terms | talk()) for group in groups_of(clause.text))
        for unit in origin.units if is_of_it and stated else ():
            is_denied = any(group & unit.denied for group in denied)
            is_the_case = all(group & (unit.terms | _NEUTRAL) for group in of_case)
            if is_denied and is_the_case and all(stands(fact, unit, origin) for fact in stated):
                return unit
    return None
