"""What a library answer reckons: a sum of values that sources have, what it is made of, and what leads up to it."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from journeys.check.faults import hours
from journeys.check.items.sums import SHARES, Ways
from journeys.check.library.nearest import stands, values_in
from journeys.check.library.units import Source, SourceUnit
from journeys.check.reading.clauses import Clause
from journeys.check.reading.facts import Fact
from journeys.check.reading.terms import Group, groups_of, terms_of
from journeys.check.reading.words import CARRIED, UNITS
from journeys.check.strange import talk

# How a sum is said; it says nothing more.
RECKONS: Final = terms_of(" ".join(CARRIED["reckons"]))
# What is counted up to a hundred may be a count of the answer's own: "3 ways".
MOST_COUNTED: Final = 100
_RANGES: Final = re.compile(r" ?(?:(?:to|hadi|mpaka|or|au|ama)\b|[-\u2013\d])")
# "Half of KES 26,500 is KES 13,250, and that is not in your total yet."
_A_SHARE: Final = re.compile(rf"\b(?:{'|'.join(SHARES)})\b")
_IN_THE_TOTAL: Final = re.compile(
    r"(?:(?:and|but|so|na|lakini) )?(?:(?:that|this|it|which|hiyo|hii|hilo) )?"
    r"(?:(?P<not>is not|not|(?:comes|is) on top of|hai(?:ko|mo|jawekwa|jaingia|jaongezwa))|is|iko|imo|imewekwa) "
    r"(?:(?:yet|already|tayari|bado) )?(?:(?:included |counted )?in |part of |kwenye |katika |ndani ya )?"
    r"(?:(?:your|the) )?(?:total|order|cart|bill|jumla|oda|kikapu)"
    r"(?: (?:yet|already|yako|yenu|bado|tayari)){0,2}\W{0,2}"
)
_AND: Final = re.compile(r",? (?:and|plus|na) |, ")
# What values are measured in.
OF_UNITS: Final = terms_of(" ".join(UNITS))


def is_count(fact: Fact) -> bool:
    """Whether it may count what is reckoned with; "four months left" are counted too."""
    return fact.kind in ("number", "quantity") and max(map(float, fact.readings)) <= MOST_COUNTED


def is_one(fact: Fact, beside: Sequence[Fact]) -> bool:
    """Whether it but counts one of what has its price beside it: "1 child at KES 1,000"."""
    is_bare = fact.kind in ("number", "money") and not (fact.unit or fact.currency)
    is_count = is_bare and fact.readings == {"1"} and not _RANGES.match(fact.after)
    return is_count and any(each.kind == "money" and each is not fact for each in beside)


def judged_by_itself(
    clause: Clause, stated: list[Fact], groups: list[Group], sums: Ways, sources: Sequence[Source]
) -> str | None:
    """Of hours, of the parts of a sum, and of what is in their total or not, whether it is so; None of all else."""
    as_hours = hours.judged(clause, stated, groups, sources)
    judged = (as_hours, _of_its_parts(clause, sums, sources), _of_the_total(clause, sums))
    return next((each for each in judged if each is not None), None)


def _of_the_total(clause: Clause, sums: Ways) -> str | None:
    """Of a share that was only now reckoned whether it is said to be in their total, where it cannot be: empty where it
    is said not to be; None of anything else."""
    said = _IN_THE_TOTAL.fullmatch(clause.text)
    if said is None or not sums or _A_SHARE.search(clause.sentence.casefold()) is None:
        return None
    return "" if said["not"] else "it was only now reckoned"


def is_of_a_sum(
    clause: Clause,
    groups: Sequence[Group],
    stated: Sequence[Fact],
    readings: Sequence[Fact],
    sums: Ways,
    sources: Sequence[Source],
    told_of: Collection[str] = (),
) -> bool:
    """Whether it says a sum, what that is made of, or what leads up to it, and nothing more than sources do.

    `told_of` is what else was told of, as terms: the goods whose price a fee is added to.

    "Jumla na usafirishaji wa Kisumu (KES 500) ni KES 5,810" falls into three such clauses."""
    own = [fact for fact in stated if not fact.readings.isdisjoint(sums)]
    ways = (way for parts in sums.values() for way in parts)
    if readings and not own and not any(all(fact.readings & way for fact in readings) for way in ways):
        return False
    if not groups:
        return bool(readings)
    made = own or [fact for fact in values_in(clause.sentence) if not fact.readings.isdisjoint(sums)]
    # "Daluga KES 3,600 na jezi KES 1,750 ni KES 5,350": what is added, in the customer's own words.
    priced = frozenset(term for origin in sources for unit in origin.units if unit.values for term in unit.terms)
    is_theirs = all(group.isdisjoint(priced) and any(term in told_of for term in group) for group in groups)
    is_added = bool(readings) and is_theirs
    is_said = bool(own) or is_added or any(group & RECKONS for group in groups)
    return bool(made) and is_said and _is_reckoned(groups, made, readings, sums, sources, told_of)


def _of_its_parts(clause: Clause, sums: Ways, sources: Sequence[Source]) -> str | None:
    """Of the parts of a total that is told, whether a source has each for what is named: "400 for delivery" of "8,275:
    7,875 for the goods and 400 for delivery"; None of anything else."""
    units = [unit for each in sources for unit in each.units]
    totals = (reading for fact in values_in(clause.sentence) for reading in fact.readings if reading in sums)
    told = [total for total in totals if any(total in unit.values for unit in units)]
    ways = [way for total in told for way in sums[total] if len(way) > 1]
    judged = [_of_a_part(part, ways, units) for part in _AND.split(clause.text)] if ways else [None]
    return next((why for why in judged if why), None if None in judged else "")


def _of_a_part(part: str, ways: Sequence[frozenset[str]], units: Sequence[SourceUnit]) -> str | None:
    stated, groups = values_in(part), [group for group in groups_of(part) if not group & RECKONS]
    amount = stated[0] if len(stated) == 1 and stated[0].kind == "money" else None
    if amount is None or not groups or not any(amount.readings & way for way in ways):
        return None
    held = [unit for unit in units if amount.readings & unit.values]
    about = [unit for unit in held if all(group & (unit.terms | unit.shared) for group in groups)]
    if about and all(any(group & unit.denied for group in groups) for unit in about):
        return "the source has it without that"
    return "" if about else None


def _is_reckoned(
    groups: Sequence[Group],
    made: Sequence[Fact],
    readings: Sequence[Fact],
    sums: Ways,
    sources: Sequence[Source],
    told_of: Collection[str],
) -> bool:
    """Whether it gives a sum of values that sources have, and speaks of nothing else than they do there.

    "Nusu ya KES 25,500 ni KES 12,750"; "with delivery to Kisumu it is KES 5,810", of the goods and of Kisumu's fee."""
    told = [(unit, origin) for origin in sources for unit in origin.units]
    ways = [way for fact in made for reading in fact.readings for way in sums.get(reading, ())]
    added = frozenset(value for way in ways for value in way)
    if not all(fact.readings & added or any(stands(fact, unit, origin) for unit, origin in told) for fact in readings):
        return False
    left = [group for group in groups if not group & RECKONS]
    # A fee is of the place in its line; what it is added to is known from elsewhere.
    priced = [group for group in left if any(unit.values and group & (unit.terms | unit.key) for unit, _ in told)]
    if all(any(term in told_of for term in group) for group in left if group not in priced):
        left = priced
    if all(unit.values.isdisjoint(added) for unit, _ in told):  # of the customer's own: "five months at KES 2,999"
        of_percent = frozenset[str]().union(*_of_percents(readings, told))
        return all(group & (OF_UNITS | of_percent) for group in left)
    return not left or any(_are_of_one(left, way, told) for way in ways)


def _of_percents(readings: Sequence[Fact], told: Sequence[tuple[SourceUnit, Source]]) -> Iterator[Collection[str]]:
    """What the lines speak of that have a percentage which is reckoned with: "it is 50 percent of KES 17,196"."""
    for fact in (each for each in readings if each.kind == "percent"):
        yield from (unit.terms | unit.shared | talk() for unit, origin in told if stands(fact, unit, origin))


def _are_of_one(left: Sequence[Group], way: frozenset[str], told: Sequence[tuple[SourceUnit, Source]]) -> bool:
    """Whether each amount of a sum stands in a line of a source, and these speak of all that it is said of."""
    about: set[str] = set()
    for value in way:
        held = [unit for unit, _ in told if value in unit.values]
        best = max(held, key=lambda unit: _shared(left, unit), default=None)
        about |= best.terms | best.shared if best else set()
    return all(group & about for group in left)


def _shared(groups: Sequence[Group], unit: SourceUnit) -> int:
    return sum(bool(group & unit.terms) for group in groups)
