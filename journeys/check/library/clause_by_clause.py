"""Whether the sentences of a library answer are carried by what was cited: their terms, values and polarity.

A source falls into units: a sentence, a line of a list, a row of a table. A clause of the answer rests on the unit
that speaks of most of its terms; its values must stand in that unit, and what it denies must be denied there.
Terms are stems and concepts, Swahili ones also in English, so that an answer may be in another language.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple

from journeys.check.faults.closed_days import of_another_day
from journeys.check.faults.demands import is_free_in_another_case
from journeys.check.faults.extent import ONE_ALONE
from journeys.check.faults.line import fault_of
from journeys.check.faults.polarity import CLOSED, OPPOSITE, not_well, opposite
from journeys.check.items.sums import NO_SUMS, Ways
from journeys.check.library.around import (
    IF,
    SAME_MATTER,
    case_of,
    is_a_case,
    is_all_in,
    is_of_what_was_said,
    is_what_happens,
    names_a_case,
    of_the_row_named,
    origin_of,
    row_around,
    row_led_to,
    row_of_the_values,
    told_around,
    with_leads,
)
from journeys.check.library.catalogued import OfItems
from journeys.check.library.excepted import excepting
from journeys.check.library.named import of_another_row, place_at_the_start
from journeys.check.library.nearest import about, best, terms_told, values_in
from journeys.check.library.reckoned import RECKONS, is_count, is_of_a_sum, is_one, judged_by_itself
from journeys.check.library.rested import NO_SOURCE, Rested
from journeys.check.library.told_by import source_named
from journeys.check.library.units import Source, SourceUnit, denied_in, parts_of
from journeys.check.reading.clauses import Clause, clauses_of
from journeys.check.reading.dated import DAYS
from journeys.check.reading.facts import Fact
from journeys.check.reading.terms import Group, comparable, group_of, groups_of, terms_of
from journeys.check.reading.words import WEEKDAYS, either
from journeys.check.stateless import states_nothing
from journeys.check.strange import talk
from journeys.check.theirs.case import for_them, of_their_case
from knowledge import lexicon

_VERBS: Final = (
    "(?:is|are|costs?|opens?|closes?|takes?|has|have|lasts?|gives?|works?|starts?|ends?|stays?|comes?|serves?|needs?)"
)
_SAYS: Final = re.compile(rf"{_VERBS} ")
# "The main restaurant, Mlango wa Bahari, serves …"
_SUBJECT: Final = re.compile(rf"(?P<of>\w[\w' ]{{1,60}}?(?:, [\w' ]{{2,40}},)?) {_VERBS} ")
_DENIES: Final = re.compile(r"\b(?:not|cannot|no|never|haiwezekani|hapana|haitawezekana|si)\b")
_DAY: Final = re.compile(rf"\b{either(DAYS)}\b")
_TOO: Final = r"(?:also|even|and|na|pia|hata|on|too|as well|kila)"
_DAY_ALONE: Final = re.compile(rf"(?:{_TOO}\W{{1,3}}){{0,3}}{either(WEEKDAYS)}s?(?:\W{{1,3}}{_TOO}){{0,2}}\W{{0,3}}")
_OF_US: Final = re.compile(
    r"(?:and |but |so |lakini |na )?(?:you|we|guests|huhitaji|hatu\w+|un\w+|hu\w+)\b"
    r"|.{1,160}?\b(?:we|(?:tuna|tuta|tume|hatu)[a-z]{3,})\b"
)
# "No pets are allowed, so your dog can stay": what is denied leads to nothing that another line half says.
_SO: Final = re.compile(r"(?:and |na )?(?:so|hence|thus|therefore|kwa (?:hivyo|hiyo)|hivyo) ")
MOST: Final = 0.66  # of the terms of a clause
_CAPITAL: Final = re.compile(r"\b[A-Z][a-z]{2,}")
_PROPER: Final = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]{2,}")


@dataclass(frozen=True, slots=True)
class KnownBeside:
    """What else is known where an answer is compared with its sources."""

    sums: Ways = field(default_factory=lambda: NO_SUMS)
    """The amounts of the answer that follow from others."""
    today: date | None = None
    asked: Collection[str] = ()
    """The customer's own values: they may be told that it is not so then."""
    asked_of: Collection[str] = ()
    """The customer's own words: a place that they named may be one that no source does."""
    amounts: Collection[Decimal] = ()
    """The sums that they have named."""
    told_of: Collection[str] = ()
    """What was told of in all, as terms."""
    times: Collection[str] = ()
    """The dates, hours and spans that follow from the customer's own."""
    of_items: OfItems = lambda _clause, _sentence: False
    """Whether the catalog carries a clause."""


NOTHING_ELSE: Final = KnownBeside()


def why_not(sentence: str, plain: str, sources: Sequence[Source], known: KnownBeside, *, is_translated: bool) -> str:
    """Why no source carries the sentence, of its clauses the first; empty when all are carried."""
    last: SourceUnit | None = None
    names = frozenset(name.casefold() for name in _PROPER.findall(sentence)) | place_at_the_start(sentence, sources)
    unheard = _unheard(sentence, sources, known.asked_of)
    day, rested = "", list[tuple[Clause, SourceUnit]]()
    for clause in with_leads(parts_of(plain)):
        theirs, why = of_their_case(clause, plain, known.asked, known.asked_of, known.amounts, known.told_of)
        if why:
            return why
        follows = "" if theirs is None else for_them(theirs, last, sources, known.asked, known.asked_of, known.times)
        if follows:
            return follows
        if theirs is None or follows is not None:
            continue
        clause = theirs
        own_day = _DAY.search(clause.text)
        if own_day is None and day and values_in(clause.text):  # "tomorrow is Monday, so it opens at 7"
            clause = replace(clause, text=f"{day} {clause.text}")
        day = own_day.group() if own_day else day
        before = last
        meant = SaidOf(names, unheard, is_translated=is_translated)
        clause, told_by = source_named(clause, sources)
        last, why = _judged(clause, meant, told_by, last if told_by is sources else None, known)
        if why and (whole := _with_its_subject(clause)):  # "is closed on Mondays and opens at seven on other days"
            last, why = _judged(whole, SaidOf(names, unheard), sources, before, known)
        if why == OPPOSITE and (excepting_unit := excepting(clause, parts_of(plain), sources)):
            last, why = excepting_unit, ""
        is_of_us = why == OPPOSITE and _OF_US.match(clause.text) is not None and not values_in(clause.text)
        if why and not is_of_us and known.of_items(clause, sentence):
            last, why = before, ""
            continue
        rested += [(clause, last)] if last else []
        if why := why or _of_another_case(rested, sources) or not_well(clause, rested):
            return why
    return of_another_row(rested, sources) or is_free_in_another_case(rested, clauses_of(plain), sources)


class SaidOf(NamedTuple):
    """What the clauses of one sentence are said of."""

    names: frozenset[str]
    unheard: frozenset[Group] = frozenset()
    """The places that the customer named and no source does."""
    is_translated: bool = False


def _unheard(sentence: str, sources: Sequence[Source], asked_of: Collection[str]) -> frozenset[Group]:
    """The names of a sentence that the customer has named and no source, where one speaks of all the others."""
    if not any(unit.is_of_others for each in sources for unit in each.units):
        return frozenset()
    told = terms_told(sources)
    named = (name.casefold() for name in _CAPITAL.findall(sentence))
    groups = (group_of(name) for name in named if name in asked_of and not (lexicon.concept(name) or name in talk()))
    return frozenset(group for group in groups if group and not group & told)


def _with_its_subject(clause: Clause) -> Clause | None:
    """What begins with its verb, with the subject of its sentence before it."""
    subject = _SUBJECT.match(clause.sentence) if _SAYS.match(clause.text) and not clause.asks else None
    return replace(clause, text=f"{subject['of']} {clause.text}") if subject else None


def _of_another_case(rested: Sequence[tuple[Clause, SourceUnit]], sources: Sequence[Source]) -> str:
    """Whether of the one case that is named its source says the opposite, or it is told of the opposite case: "if the
    line was down, a charge is owed"."""
    cases = [(clause, unit) for clause, unit in rested if names_a_case(clause)]
    if len(cases) != 1:
        return ""
    ((case, case_unit),) = cases
    for clause, unit in rested:
        if unit is case_unit:
            continue
        groups = groups_of(clause.text)
        is_of_it = sum(bool(group & case_unit.terms) for group in groups) >= SAME_MATTER
        if is_of_it and (why := opposite(clause, groups, case_unit, origin_of(case_unit, sources), sources)):
            return why
        if any(_is_the_opposite(case, other) for other in parts_of(unit.text)):
            return OPPOSITE
    return ""


def _is_the_opposite(case: Clause, other: Clause) -> bool:
    """Whether one is that something is so, and the other that it is not."""
    here, there = ({term for group in denied_in(each) for term in group} for each in (case, other))
    shared = [group & terms_of(other.text) for group in groups_of(case.text) if group & terms_of(other.text)]
    is_case = names_a_case(other) and len(shared) >= SAME_MATTER
    return is_case and any(map(here.intersection, shared)) is not any(map(there.intersection, shared))


def is_said_not_so(fact: Fact, clauses: Sequence[Clause], asked: Collection[str]) -> bool:
    """Whether it is the customer's own value, and they are told that it is not so: "so not tomorrow at 8 pm"."""
    if fact.readings.isdisjoint(asked):
        return False
    within = [clause for clause in clauses if fact.text in clause.text]
    return any(_DENIES.search(clause.text) for clause in within)


def _judged(
    clause: Clause, meant: SaidOf, sources: Sequence[Source], last: SourceUnit | None, known: KnownBeside
) -> tuple[SourceUnit | None, str]:
    sums, asked, is_translated = known.sums, known.asked, meant.is_translated
    groups = comparable(clause.text, terms_told(sources)) if is_translated else groups_of(clause.text)
    groups = [group for group in groups if group not in meant.unheard]
    stated = values_in(clause.text)
    follow = frozenset((*sums, *known.times))
    readings = [
        fact for fact in stated if follow.isdisjoint(fact.readings | fact.measures) and not is_one(fact, stated)
    ]
    if any(not fact.readings.isdisjoint(sums) for fact in stated):  # "4 nights at KES 29,500 are …": their count
        readings = [fact for fact in readings if not is_count(fact)]
    if states_nothing(clause, stated, last):
        return last, ""
    if (by_itself := judged_by_itself(clause, stated, groups, sums, sources)) is not None:
        return last, by_itself
    readings = [fact for fact in readings if not is_said_not_so(fact, [clause], asked)]
    if (in_its_sentence := told_around(clause, groups, readings, sources, last, meant.unheard)) is not None:
        return last, in_its_sentence
    if readings and not is_translated and IF.match(clause.text) and (case := case_of(groups, readings, sources)):
        return case, ""
    if is_translated and not readings and is_a_case(clause):
        return last, ""  # what it is said of, told in other words
    if clause.asks or (len(groups) < 2 and not readings):
        is_denied = len(groups) == 1 and not clause.asks and groups[0] in denied_in(clause)
        said = [unit for each in sources for unit in each.units if is_denied and groups[0] & unit.terms]
        is_opposite = bool(said) and not any(groups[0] & unit.denied or CLOSED.search(unit.text) for unit in said)
        # "… from nine to five, on Mondays too."
        is_day_alone = last is not None and _DAY_ALONE.fullmatch(clause.text) is not None
        why = of_another_day(clause, origin_of(last, sources)) if last and is_day_alone else ""
        return row_led_to(clause, groups, sources) or last, OPPOSITE if is_opposite else why
    if is_of_a_sum(clause, groups, stated, readings, sums, sources, known.told_of):
        return last, ""
    if last and readings and all(group & RECKONS for group in groups) and is_all_in(last, readings, sources):
        return last, ""
    return _rested(clause, meant, groups, readings, sources, last, known)


def _rested(
    clause: Clause,
    meant: SaidOf,
    groups: list[Group],
    readings: list[Fact],
    sources: Sequence[Source],
    last: SourceUnit | None,
    known: KnownBeside,
) -> tuple[SourceUnit | None, str]:
    """The unit that the clause rests on, and what speaks against it."""
    around = [group for group in groups_of(clause.sentence) if group not in groups]
    named = about(clause.text, sources)
    row = of_the_row_named(clause, sources) or row_of_the_values(groups, readings, sources)
    found = row or best(groups, readings, sources, last, around, named)
    is_led_to = last is not None and bool(last.denied) and _SO.match(clause.text) and not denied_in(clause)
    if not found or (is_led_to and found[0][0] is not last and found[0][2] < MOST):
        return last, NO_SOURCE
    nearest = [
        Rested(clause, meant.names, groups, readings, unit, origin, covered, sources, known.asked, meant.unheard)
        for unit, origin, covered in found
    ]
    resting, why = _against(nearest)
    if why == OPPOSITE and names_a_case(clause) and (case := _the_other_case(nearest[0], sources)):
        return case, ""
    if why and not readings and _is_a_case_in_other_words(clause, groups, why, meant, sources, known):
        return last, ""
    if why and (other := row_around(clause, groups, readings, sources)):
        return other, ""
    return resting, why


def _the_other_case(rested: Rested, sources: Sequence[Source]) -> SourceUnit | None:
    """What speaks of the case that is named where the nearest speaks of its opposite: a fibre that does reach a place,
    and one that does not."""
    for origin in sources:
        for unit in origin.units:
            shared = [group for group in rested.groups if group & unit.terms]
            other = replace(rested, unit=unit, origin=origin, groups=shared, covered=1.0)
            if len(shared) >= SAME_MATTER and not fault_of(other):
                return unit
    return None


def _is_a_case_in_other_words(
    clause: Clause, groups: list[Group], why: str, meant: SaidOf, sources: Sequence[Source], known: KnownBeside
) -> bool:
    """Whether it is but the case of what its sentence says, in other words than the source's."""
    if meant.is_translated and why == NO_SOURCE and is_what_happens(clause):
        return True
    return why != ONE_ALONE and is_a_case(clause) and is_of_what_was_said(groups, sources, known.asked_of)


def _against(found: Sequence[Rested]) -> tuple[SourceUnit, str]:
    """What speaks against it, of the unit that does so least; one that says the opposite of more of it stands."""
    faults = [(rested.unit, fault_of(rested)) for rested in found]
    if faults[0][1] == OPPOSITE and all(rested.covered < found[0].covered for rested in found[1:]):
        return faults[0]
    return next(((unit, why) for unit, why in faults if not why), faults[0])
