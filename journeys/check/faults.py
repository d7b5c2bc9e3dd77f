"""Why a clause is not what the unit of a source says that it rests on: each way to turn a source round."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from journeys.check.clauses import Clause, expanded
from journeys.check.facts import Fact, facts_in
from journeys.check.nearest import ENOUGH, about, beside, is_covered_near, stands, terms_told
from journeys.check.polarity import opposite, ordinals
from journeys.check.strange import talk
from journeys.check.terms import WORD, Group, group_of, groups_of, terms_of
from journeys.check.units import Source, SourceUnit, denied_in, readings_in
from journeys.check.words import CARRIED, OPENING, WEEKDAYS, either

# So much of a clause is enough where its unit stands beside one that carries the rest.
NEARLY: Final = 0.4
# What two units together must carry.
MOST_OF_IT: Final = 0.66
# "Sun" and "Mon" are other words too; the names of days are longer.
SHORT: Final = 3
_UNIVERSAL: Final = re.compile(rf"\b{either(CARRIED['universal'])}\b")
_UNIVERSAL_TOLD: Final = re.compile(rf"\b(?:each|{either(CARRIED['universal'])})\b")
_EXCEPTION: Final = re.compile(rf"\b{either(CARRIED['exception'])}\b")
# Where it holds: "free inside Nairobi".
_PLACE: Final = re.compile(r"\b(?:inside|within|ndani ya) (?P<of>[a-z]{3,})")
_AT_ONCE: Final = re.compile(rf"\b{either(CARRIED['at_once'])}\b")
_MEANS: Final = re.compile(r"\b(?:means|meaning|maana|inamaanisha|because)\b")
_THAN: Final = re.compile(r"\b(?:\w{2,}er|more|less|further|better|worse) than\b")
_STATES: Final = re.compile(r"\b(?:is|are|was|has|have|can|may|iko|ziko|ina|zina|unaweza)\b")
_BETWEEN: Final = re.compile(r"\b(?P<least>\d{1,6})(?: ?- ?| to | hadi )(?P<most>\d{1,6})\b")
_BEYOND: Final = re.compile(
    r"\b(?:under|below|up to|chini ya) (?P<under>\d{1,6})\b"
    r"|\b(?:over|above|from|minimum age:?|zaidi ya|kuanzia) (?P<over>\d{1,6})\b(?! (?:to|hadi))"
    r"|\b(?P<least>\d{1,6}) (?:and|or|na) (?:above|over|older|more|up|zaidi)\b"
)
_PARTS: Final = {"nusu": "half", "robo": "quarter", "theluthi": "third"}
_PART: Final = re.compile(r"\b(?:whole|half|third|quarter|fifth|tenth|nusu|robo|theluthi)\b")
_ALWAYS: Final = re.compile(rf"\b{either(OPENING['always'])}\b|\ball day and night\b")
_YOUR: Final = re.compile(r"\b(?:your|yako|zako|yenu)(?: [a-z]{1,12})? ?$")
_ONE: Final = re.compile(r"\ban? (?:[a-z]{2,20} )?(?P<of>[a-z]{3,20})\b")
_AT_MOST: Final = re.compile(r"(?:never|kamwe)(?: [a-z]{1,12}){0,2} (?:more|higher|above|over|zaidi)\b")
_FREE: Final = re.compile(r"(?<!-)\b(?:free|bure|sare)\b(?! to\b)")
_NO_COST: Final = re.compile(
    r"\b(?:free|bure|sare|nothing|not charged|no (?:[a-z]{2,20} ){0,3}(?:charge|fee|cost|rate)s?|includ\w{1,4}"
    r"|without (?:a )?(?:fee|charge)|not? needed|waived)\b"
)
_LIMIT: Final = re.compile(r"\b(?:at most|up to|maximum|not more than|no more than|isiyozidi|hadi)\b")
_DAY: Final = re.compile(rf"\b{either(day for day in WEEKDAYS if len(day) > SHORT)}\b")


@dataclass(frozen=True, slots=True)
class Rested:
    """A clause of an answer, and the unit of a source that speaks of most of it."""

    clause: Clause
    names: frozenset[str]
    """The names inside its sentence, in lower case."""
    groups: list[Group]
    readings: list[Fact]
    unit: SourceUnit
    origin: Source
    covered: float
    sources: Sequence[Source]
    asked: Collection[str] = ()
    """The customer's own values."""
    unheard: Collection[Group] = ()
    """The names of the sentence that no source has."""

    @property
    def known(self) -> frozenset[str]:
        return self.unit.terms | self.unit.shared

    @property
    def rows(self) -> list[SourceUnit]:
        """The other rows of the unit's table."""
        return [other for other in self.origin.units if other.key and other is not self.unit]


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
    is_of_place = place is not None and bool(missing) and place["of"] not in rested.clause.sentence
    is_told = any(group & other.terms for group in missing for each in rested.sources for other in each.units)
    return "it mixes two sentences of the source" if is_told or is_of_place else ""


def _says_nothing_of_the_row(rested: Rested) -> str:
    unit = rested.unit
    rest = [group for group in rested.groups if not group & unit.key] if unit.key and not rested.readings else []
    if len(rest) > 1 and not any(group & (rested.known - unit.key) for group in rest):
        return "no source says it"
    own = [group for group in rest if not group & unit.shared] if _MEANS.search(rested.clause.text) else []
    if own and not any(group & (unit.terms - unit.key) for group in own):
        return "no source says it"
    return ""


def _shares_but_the_name(rested: Rested) -> str:
    """Of all that it says the sources have but the name: "swimwear is fine at Jahazi Grill"."""
    named = {group_of(name) for name in rested.names}
    rest = [group for group in rested.groups if group not in named]
    if not rest or len(rest) == len(rested.groups) or rested.readings or not _STATES.search(rested.clause.text):
        return ""
    told = terms_told(rested.sources)
    return "" if any(group & told for group in rest) else "no source says it"


def _is_of_another_in_order(rested: Rested) -> str:
    said, told = ordinals(rested.clause.text), ordinals(expanded(rested.unit.text))
    return f"the source says it of the {min(told)}" if said and told and not said <= told else ""


def _is_of_another_thing(rested: Rested) -> str:
    """What stands of another thing and not of the one that is named: "happy hour is at Tamu Cafe"."""
    named = [each.origin for each in about(rested.clause.text, rested.sources)]
    if not named or _THAN.search(rested.clause.text):
        return ""
    known, denied = terms_told(named) | rested.known, denied_in(rested.clause)
    missing = [
        group for group in rested.groups if group.isdisjoint(known) and group.isdisjoint(talk()) and group not in denied
    ]
    others = [other for other in rested.sources if other.name and other not in named]
    whose = [other for other in others if any(group & terms_told([other]) for group in missing)]
    return f"the source says it of {' '.join(whose[0].name)}" if whose else ""


def _is_not_covered(rested: Rested) -> str:
    near = [other for other in rested.origin.units if abs(other.at - rested.unit.at) <= 1]
    is_near = is_covered_near(rested.groups, near, rested.unit)
    # Two lines of a list in one: "unworn, with its labels and in its box".
    is_joined = " and " in rested.clause.text and not rested.unit.key
    is_joined = is_joined and is_covered_near(rested.groups, near, rested.unit, MOST_OF_IT)
    is_enough = rested.covered >= ENOUGH or (is_near and (rested.covered >= NEARLY or is_joined))
    return "" if is_enough else "no source says it"


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
    if any(group & row.key for group in missing for row in rested.rows) or _names_other_row(rested):
        return "it mixes two rows of the source"
    return ""


def _names_other_row(rested: Rested) -> bool:
    """Whether it names a row by its number, and not this one: "2.4 GHz gives …" of the row of 5 GHz."""
    said = readings_in(rested.clause.text)
    named = {row.at for row in (rested.unit, *rested.rows) if row.key_values & said}
    return bool(named) and rested.unit.at not in named


def _has_another_value(rested: Rested) -> str:
    unit, origin = rested.unit, rested.origin
    wrong = [
        fact.text
        for fact in rested.readings
        if not (stands(fact, unit, origin) or beside(fact, rested.groups, unit, origin) or _is_their_case(fact, rested))
    ]
    return f"the source says another value than {', '.join(wrong)} here" if wrong else ""


def _is_their_case(fact: Fact, rested: Rested) -> bool:
    """Whether it is the customer's own number, and what the source says holds of it: 6, "from 4 to 12"."""
    if fact.kind not in ("number", "quantity") or fact.readings.isdisjoint(rested.asked):
        return False
    is_given = any(value.endswith(f" {fact.unit}") for value in rested.unit.values)
    if _YOUR.search(fact.before) and fact.unit and not is_given:  # "the fees for your 6 months", of "the months left"
        return True
    told = expanded(rested.unit.text)
    bounds = [(match["least"], match["most"]) for match in _BETWEEN.finditer(told)]
    bounds += [(match["over"] or match["least"] or "0", match["under"] or "inf") for match in _BEYOND.finditer(told)]
    return any(float(least) <= float(each) <= float(most) for least, most in bounds for each in fact.readings)


def _is_of_another_time(rested: Rested) -> str:
    """A day where no source speaks of days, and "at once" where it takes a time."""
    clause, unit = rested.clause, rested.unit
    day, at_once = _DAY.search(clause.text), _AT_ONCE.search(clause.text)
    if day and not clause.denies(day.start()):
        told = (expanded(unit.text) for each in rested.sources for unit in each.units)
        if not any(map(_DAY.search, told)):
            return "no source says it of that day"
    takes_a_time = any(value.endswith(" second") for value in unit.values)
    if at_once and not clause.denies(at_once.start()) and takes_a_time and not _AT_ONCE.search(expanded(unit.text)):
        return "the source says when"
    return ""


def _holds_of_all(rested: Rested) -> str:
    clause, unit = rested.clause, rested.unit
    universal = _UNIVERSAL.search(clause.text)
    beside = [other for other in rested.origin.units if abs(other.at - unit.at) <= 1 and not unit.key]
    if universal is None or any(_UNIVERSAL_TOLD.search(expanded(each.text)) for each in (unit, *beside)):
        return ""
    if universal.group().startswith("any") and clause.denies(universal.start()):
        return ""  # "we do not send anything there"
    # "To any of our shops", of what is done in a shop; "never more than KES 12,000".
    is_one = universal.group() == "any" and _is_one(clause.text[universal.end() :], unit)
    if is_one or (_AT_MOST.match(clause.text[universal.start() :]) and _LIMIT.search(expanded(unit.text))):
        return ""
    if universal.group() in ("never", "kamwe") and unit.denied:
        return ""  # "nobody asks for it"
    return f"the source does not say “{universal.group()}”"


def _is_not_free(rested: Rested) -> str:
    """That it costs nothing, of what no line beside says so of: "moving house costs nothing"."""
    free = _FREE.search(rested.clause.text)
    if free is None or rested.clause.asks or rested.clause.denies(free.start()):
        return ""
    near = (expanded(each.text) for each in rested.origin.units if abs(each.at - rested.unit.at) <= 1)
    return "" if any(map(_NO_COST.search, near)) else "the source does not say that it is free"


def _is_one(after: str, unit: SourceUnit) -> bool:
    """Whether the source speaks of one of them: "in a shop", of "any of our shops"."""
    thing = next(iter(groups_of(after)), frozenset())
    return any(thing & group_of(match["of"]) for match in _ONE.finditer(expanded(unit.text)))


def _is_another_part(rested: Rested) -> str:
    """The whole of what the source gives a tenth of."""
    said = {_PARTS.get(match.group(), match.group()) for match in _PART.finditer(rested.clause.text)}
    told = {_PARTS.get(match.group(), match.group()) for match in _PART.finditer(expanded(rested.unit.text))}
    return f"the source says {', '.join(sorted(told))}" if said and told and not said <= told else ""


def _is_open_always(rested: Rested) -> str:
    """All night, of what the source gives hours of."""
    is_told = any(_ALWAYS.search(expanded(each.text)) or "24 hour" in each.values for each in rested.origin.units)
    if is_told or not _ALWAYS.search(rested.clause.text):
        return ""
    has_hours = any(":" in value for each in rested.origin.units for value in each.values)
    return "the source says when" if has_hours else ""


def _is_turned_round(rested: Rested) -> str:
    return opposite(rested.clause, rested.groups, rested.unit, rested.origin, rested.sources)


_FAULTS: Final[tuple[Callable[[Rested], str], ...]] = (
    _is_of_another_thing, _is_of_elsewhere,
    _says_nothing_of_the_row, _shares_but_the_name, _is_of_another_in_order,
    _is_not_covered,
    _mixes_rows, _is_of_others, _is_of_another_column, _has_another_value, _is_of_another_time, _is_another_part,
    _is_open_always,
    _holds_of_all, _is_not_free,
    _is_turned_round,
)  # fmt: skip
