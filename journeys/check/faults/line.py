"""Why a clause is not what the unit of a source says that it rests on: each way to turn a source round."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from journeys.check.faults.closed_days import is_on_another_day
from journeys.check.faults.demands import is_free_after_all
from journeys.check.faults.extent import (
    holds_of_all,
    is_another_part,
    is_beyond_only,
    is_not_free,
    is_of_another_time,
    is_of_one_alone,
    is_open_always,
)
from journeys.check.faults.hours import overlaps, spans_of
from journeys.check.faults.least_and_most import of_the_other_end
from journeys.check.faults.other_values import has_another_value
from journeys.check.faults.polarity import OPPOSITE, is_switched, opposite, ordinals
from journeys.check.faults.subjects import is_of_another_subject, is_of_another_thing, is_of_no_thing_here
from journeys.check.faults.turned import is_another_time, is_of_the_other_half, is_on_the_other_side, is_too_young
from journeys.check.library.nearest import ENOUGH, is_covered_near
from journeys.check.library.rested import NO_SOURCE, Rested
from journeys.check.library.units import SourceUnit, denied_in, readings_in
from journeys.check.reading.clauses import expanded
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import WORD, Group, group_of, terms_of
from journeys.check.reading.words import CARRIED, COLOURS, either
from knowledge import lexicon
from knowledge.search.terms.glossary import elsewhere, is_place

# So much of a clause is enough where its unit stands beside one that carries the rest.
NEARLY: Final = 0.4
# What two units together must carry.
MOST_OF_IT: Final = 0.66
_EXCEPTION: Final = re.compile(rf"\b{either(CARRIED['exception'])}\b")
# Where it holds: "free inside Nairobi".
_PLACE: Final = re.compile(r"\b(?:inside|within|ndani ya) (?P<of>[a-z]{3,})")
_IN_A_TOWN: Final = re.compile(r"\b(?:in|inside|within|across|katika|kwa|ndani ya|huko) (?P<of>[a-z]{3,})")
_MEANS: Final = re.compile(r"\b(?:means|meaning|maana|inamaanisha|because)\b")
_THAN: Final = re.compile(r"\b(?:\w{2,}er|more|less|further|better|worse) than\b")
_DAY_PARTS: Final = {"morning": (5, 12), "asubuhi": (5, 12), "afternoon": (12, 18), "alasiri": (12, 18)}
_OF_DAY: Final = re.compile(rf"\b(?:in the |kila |ya |za )?(?P<part>{either(_DAY_PARTS)})\b")
_COLOUR: Final = re.compile(rf"\b{either(COLOURS)}\b")
# On which side of a number a case lies.
_BELOW: Final = re.compile(r"\b(?:under|below|younger than|less than|chini ya(?: umri wa)?(?: miaka)?) ?$")
_ABOVE: Final = re.compile(r"\b(?:over|above|older than|more than|zaidi ya(?: umri wa)?(?: miaka)?) ?$")
_FROM: Final = re.compile(r"\b(?:from|over|above|kuanzia|zaidi ya) ?$")
_UP_TO: Final = re.compile(r"\b(?:up to|until|hadi|mpaka)\b")
_NUMBERED: Final = re.compile(r"\b(?P<name>[a-z]{2,12})(?P<number>\d{1,3})\b")
_ONLY: Final = re.compile(r"\b(?:only|pekee|tu)\b")


def fault_of(rested: Rested) -> str:
    """The first thing that speaks against it; empty when it is what the source says."""
    return next(filter(None, (fault(rested) for fault in _FAULTS)), "")


def _is_of_elsewhere(rested: Rested) -> str:
    """A name that stands in other sentences only, where this one says where it holds: "only in Nairobi"."""
    told = expanded(rested.unit.text)
    if not _EXCEPTION.search(told) and not _PLACE.search(told):
        return ""
    named = [group_of(word) for word in WORD.findall(rested.clause.text) if word in rested.names]
    missing = [group for group in (*named, *rested.unheard) if group and not group & rested.known]
    place = _PLACE.search(told)
    missing = [group for group in missing if place is None or not _is_of_the_place(group, place["of"], rested)]
    is_of_place = place is not None and bool(missing) and place["of"] not in rested.clause.sentence
    is_told = any(group & other.terms for group in missing for each in rested.sources for other in each.units)
    if _is_left_out(rested, missing):
        return ""
    return "it mixes two sentences of the source" if is_told or is_of_place else ""


def _is_of_another_town(rested: Rested) -> str:
    """A town of theirs where a sentence tells of another: "from Mombasa for 200", of "for 200 in Nairobi"."""
    told = expanded(rested.unit.text)
    towns = {found["of"] for found in _IN_A_TOWN.finditer(told) if is_place(found["of"])}
    if rested.unit.key or not towns:
        return ""
    denied = denied_in(rested.clause)
    said = {word for word in WORD.findall(rested.clause.text) if is_place(word) and group_of(word) not in denied}
    others = {word for word in said if word not in towns and towns.isdisjoint(elsewhere(word))}
    is_told = any(group_of(word) & rested.unit.terms for word in others)
    return f"the source says it of {min(towns)}" if others == said and others and not is_told else ""


def _is_of_the_place(group: Group, place: str, rested: Rested) -> bool:
    """Whether a row has both: Westlands in the row of "Nairobi CBD, Westlands, Kilimani"."""
    of = group_of(place)
    return any(of & unit.key and group & unit.key for each in rested.sources for unit in each.units)


def _is_left_out(rested: Rested, names: Sequence[Group]) -> bool:
    """Whether it denies but names that a line with an "only" leaves out: "not to Kisumu", of "only in Nairobi"."""
    if not names or not _ONLY.search(expanded(rested.unit.text)):
        return False
    denied = denied_in(rested.clause)
    return all(name in denied for name in names)


def _says_nothing_of_the_row(rested: Rested) -> str:
    unit = rested.unit
    rest = [group for group in rested.groups if not group & unit.key] if unit.key and not rested.readings else []
    if len(rest) > 1 and not any(group & (rested.known - unit.key) for group in rest):
        return NO_SOURCE
    own = [group for group in rest if not group & unit.shared] if _MEANS.search(rested.clause.text) else []
    if own and not any(group & (unit.terms - unit.key) for group in own):
        return NO_SOURCE
    return ""


def _is_of_another_in_order(rested: Rested) -> str:
    said, told = ordinals(rested.clause.text), ordinals(expanded(rested.unit.text))
    if _is_past_the_last(rested):
        return ""
    if len(said) > 1:  # "the second is free and the third costs", of two sentences
        near = (other for other in rested.origin.units if abs(other.at - rested.unit.at) == 1)
        told = told.union(*(ordinals(expanded(other.text)) for other in near))
    return f"the source says it of the {min(told)}" if said and told and not said <= told else ""


def _is_past_the_last(rested: Rested) -> bool:
    """Whether it denies what lies beyond a bound: "the third floor is not included", of "up to the second floor"."""
    told = expanded(rested.unit.text)
    is_other = ordinals(rested.clause.text) and not ordinals(rested.clause.text) & ordinals(told)
    return bool(is_other and _UP_TO.search(told) and denied_in(rested.clause))


def _is_of_another_number(rested: Rested) -> str:
    """A name with a number in it where the line has the same with another: "IPv6" of what is said of IPv4."""
    said, told = _numbered(rested.clause.text), _numbered(expanded(rested.unit.text))
    other = next((name for name, numbers in said.items() if name in told and not numbers & told[name]), None)
    return f"the source says it of {other}{min(told[other])}" if other else ""


def _numbered(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for match in _NUMBERED.finditer(text):
        found.setdefault(match["name"], set()).add(match["number"])
    return found


def _is_not_covered(rested: Rested) -> str:
    unit = rested.unit
    near = [other for other in rested.origin.units if abs(other.at - rested.unit.at) <= 1]
    is_near = is_covered_near(rested.groups, near, rested.unit)
    # Two lines of a list in one: "unworn, with its labels and in its box".
    is_joined = " and " in rested.clause.text and not rested.unit.key
    is_joined = is_joined and is_covered_near(rested.groups, near, rested.unit, MOST_OF_IT)
    names = [group for group in map(group_of, rested.names) if group and not group & rested.known]
    # "We cannot bring a mattress to Kisumu", of what goes "only in Nairobi".
    is_left_out = _is_left_out(rested, names) and any(group & unit.terms for group in rested.groups)
    is_enough = is_left_out or rested.covered >= ENOUGH or (is_near and (rested.covered >= NEARLY or is_joined))
    return "" if is_enough else NO_SOURCE


def _is_of_others(rested: Rested) -> str:
    """A row of other places than the customer's, which no row names, where one is of all the others: "other towns"."""
    unit = rested.unit
    if not unit.key or unit.is_of_others or not any(row.is_of_others for row in rested.rows):
        return ""
    return "a place that no row names is of the row of the others" if rested.unheard else ""


def _is_of_another_column(rested: Rested) -> str:
    """What a row says under another of its names than the one that is named: "on the phone the APN is home.mtandao"."""
    unit = rested.unit
    cells = unit.text.split(" | ")
    if len(unit.columns) != len(cells):
        return ""
    heads = [terms_of(name) for name in unit.columns]
    named = [at for at in range(1, len(cells)) if any(group & heads[at] for group in rested.groups)]
    if len(named) != 1:
        return ""
    own, kinds = expanded(cells[named[0]]), _kinds(cells[named[0]])
    for name, cell in zip(unit.columns[1:], cells[1:], strict=True):
        other = expanded(cell)
        is_said = re.search(rf"(?<![\w.]){re.escape(other)}(?!\.?\w)", rested.clause.text)
        if other != own and is_said and _kinds(cell) == kinds:
            return f"the source says it of {name}"
    return ""


def _kinds(cell: str) -> frozenset[tuple[str, str]]:
    """What a cell holds: a link, megabits per second."""
    return frozenset((fact.kind, fact.unit) for fact in facts_in(cell)[0])


def _mixes_rows(rested: Rested) -> str:
    unit, clause = rested.unit, rested.clause
    if not unit.key:
        return ""
    denied = denied_in(clause)
    missing = [group for group in rested.groups if not group & rested.known and group not in denied]
    said = readings_in(clause.text)
    compared = [row for row in (unit, *rested.rows) if row.key_values & said]
    if _THAN.search(clause.text) and (not rested.readings or len(compared) > 1):
        return "no source compares them"
    # "User name and password stay empty"; "Kisumu is one of our towns" names no "other towns".
    others = [row for row in rested.rows if _said_of(row) != _said_of(unit) and not row.is_of_others]
    if any(group & row.key for group in missing for row in others) or _names_other_row(rested):
        return "it mixes two rows of the source"
    return ""


def _said_of(row: SourceUnit) -> str:
    """What a row says of its first cell."""
    return row.text.partition(" | ")[2]


def _names_other_row(rested: Rested) -> bool:
    """Whether it names a row by its number, and not this one: "2.4 GHz gives …" of the row of 5 GHz."""
    said = readings_in(rested.clause.text)
    named = {row.at for row in (rested.unit, *rested.rows) if row.key_values & said}
    return bool(named) and rested.unit.at not in named


def _is_beyond_the_bound(rested: Rested) -> str:
    """Below a number of which the line says what holds from it on: "under 4", of "from 4 to 12"."""
    for fact in rested.readings:
        is_below, is_above = (pattern.search(fact.before.casefold()) for pattern in (_BELOW, _ABOVE))
        told = facts_in(expanded(rested.unit.text))[0] if is_below or is_above else ()
        same = [other for other in told if other.readings & fact.readings]
        if is_below and same and all(_FROM.search(other.before) for other in same):
            return "the source says it from there on"
        if is_above and same and all(_BELOW.search(other.before) for other in same):
            return "the source says it below that"
    return ""


def _is_of_another_colour(rested: Rested) -> str:
    """What a line says of another colour: "a purple flag means that the sea is calm"."""
    said = frozenset(_COLOUR.findall(rested.clause.text))
    told = frozenset(_COLOUR.findall(expanded(rested.unit.text))) if said else frozenset[str]()
    meant, known = ({lexicon.concept(each) or each for each in some} for some in (said, told))
    is_other = bool(meant and known and meant.isdisjoint(known)) and not denied_in(rested.clause)
    return "the source says it of another colour" if is_other else ""


def _is_at_another_time(rested: Rested) -> str:
    """In the morning, of what begins in the evening."""
    part = None if rested.readings else _OF_DAY.search(rested.clause.text)
    spans = spans_of(rested.unit) if part else []
    if part is None or not spans or rested.clause.denies(part.start()):
        return ""
    begin, end = _DAY_PARTS[part["part"]]
    return "" if any(overlaps(span, begin, end) for span in spans) else "the source says another time"


def _is_turned_round(rested: Rested) -> str:
    named = [group for group in map(group_of, rested.names) if group and not group & rested.known]
    if _is_left_out(rested, named) or _is_past_the_last(rested):
        return ""
    if is_switched(rested.clause, rested.unit, rested.origin):
        return OPPOSITE
    return opposite(rested.clause, rested.groups, rested.unit, rested.origin, rested.sources)


_FAULTS: Final[tuple[Callable[[Rested], str], ...]] = (
    is_of_another_thing, is_of_another_subject, _is_of_elsewhere, _is_of_another_town,
    _says_nothing_of_the_row, _is_of_another_in_order,
    _is_not_covered, is_of_no_thing_here, _is_of_another_number,
    _mixes_rows, _is_of_others, _is_of_another_column, of_the_other_end, has_another_value,
    is_of_another_time, _is_at_another_time,
    is_on_the_other_side, is_another_time, is_of_the_other_half, is_too_young, is_on_another_day,
    _is_of_another_colour, _is_beyond_the_bound, is_another_part,
    is_open_always, is_of_one_alone, is_beyond_only,
    holds_of_all, is_not_free, is_free_after_all,
    _is_turned_round,
)  # fmt: skip
