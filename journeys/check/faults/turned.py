"""How a value of a line is turned round: after what must be within, a month for a week, one half for the other."""

import re
from typing import Final

from journeys.check.library.nearest import values_in
from journeys.check.library.rested import Rested
from journeys.check.library.units import readings_in
from journeys.check.reading.bounds import is_within
from journeys.check.reading.clauses import expanded, says_when
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.terms import terms_of

_AT_MOST: Final = re.compile(
    r"\b(?:within|until|up to|at most|before|less than|under|no later than|ndani ya|hadi|mpaka|kabla ya|chini ya)"
    r"(?: (?:the|those|siku|saa|miaka|dakika|age of))? ?$"
)
_AT_LEAST: Final = re.compile(
    r"\b(?:after|more than|at least|beyond|later than|past|baada ya|zaidi ya|angalau)(?: (?:the|those|siku|saa"
    r"|miaka|dakika))? ?$"
)
_SECONDS: Final = {"hour": 3600, "day": 86_400, "week": 604_800, "month": 2_592_000, "year": 31_536_000}
_A_TIME: Final = re.compile(
    r"\b(?:within|have|for|up to|takes?|after|only|give us) (?:an?|one) (?:full |whole |working )?(?P<unit>hour"
    r"|day|week|month|year)\b"
    r"|\b(?:an?|one) (?P<ahead>hour|day|week|month|year) (?:ahead|before|earlier|in advance)\b"
)
_TO_THE_DAY: Final = re.compile(
    r"\b(?:until|till|up to|even on|on|hadi|mpaka) (?:the )?(?:very |same )?(?:day (?:of|before|you)|arrival"
    r"|you arrive|siku ya kufika)\b"
)
_DAYS_BEFORE: Final = re.compile(r"\b\d{1,3} days (?:before|ahead)\b")
_OF_AGE: Final = re.compile(r"(?:minimum age|age limit|ages?)\b")
_AGED: Final = re.compile(
    r"\b(?:child(?:ren)?|kids?|guests?|anyone|daughter|son|boys?|girls?|everyone|people|aged?"
    r"|(?:wa )?miaka) (?:of |aged |from |wa (?:umri wa )?(?:miaka )?)?$"
)
_WITH: Final = re.compile(r"\b(?:parents?|with you|with one of you|mzazi|too young|under|only from)\b")
_HALVES: Final = re.compile(r"\s(?:and|na)\s")
# A line of two halves: the one and the other.
BOTH: Final = (0, 1)
BOUND: Final = "the source says the other side of it"


def is_on_the_other_side(rested: Rested) -> str:
    """After a time within which it must be, or the other way round."""
    told = facts_in(expanded(rested.unit.text))[0] if rested.readings else ()
    for fact in rested.readings:
        side = _side(fact)
        theirs = {_side(other) for other in told if other.readings & fact.readings}
        clause = rested.clause
        is_said = not says_when(clause.text) and not clause.denies(len(clause.text) - 1)
        # "After 30 days with 12 months' notice", of what is so after 12 months with 30 days' notice.
        is_of_another = theirs == {0} and any(_side(other) == side and _are_times(fact, other) for other in told)
        if side and (theirs == {-side} or is_of_another) and is_said:
            return BOUND
    return ""


def _are_times(one: Fact, other: Fact) -> bool:
    return one.unit in _SECONDS and other.unit in _SECONDS


def _side(fact: Fact) -> int:
    before = fact.before.casefold()
    return -1 if _AT_MOST.search(before) else 1 if _AT_LEAST.search(before) else 0


def is_another_time(rested: Rested) -> str:
    """A month of what the line gives a week, and up to the day of what ends days before."""
    clause, told = rested.clause, expanded(rested.unit.text)
    times = {value for value in rested.unit.values if value.endswith(" second")}
    said = None if rested.unit.key else _A_TIME.search(clause.text)
    if said and times and not clause.asks and not clause.denies(said.start()):
        seconds = _SECONDS[said["unit"] or said["ahead"]]
        if f"{seconds} second" not in times and not re.search(rf"\ban? {said['unit'] or said['ahead']}\b", told):
            return "the source says another time"
    to_the_day = _TO_THE_DAY.search(clause.text)
    is_late = to_the_day and _DAYS_BEFORE.search(told) and not rested.readings
    return "the source says when" if is_late and to_the_day and not clause.denies(to_the_day.start()) else ""


def is_too_young(rested: Rested) -> str:
    """An age at which the thing that is spoken of is not for them: "open to children of 5", of a minimum age of 8."""
    limits = [unit for unit in rested.origin.units if _OF_AGE.match(expanded(unit.label or unit.text))]
    for fact in values_in(rested.clause.text) if limits else ():
        is_age = _AGED.search(fact.before.casefold()) is not None and not rested.clause.denies(0)
        is_denied = rested.clause.denies(len(rested.clause.text) - 1) or _WITH.search(rested.clause.sentence)
        if is_age and not is_denied and not any(is_within(fact, unit.text) for unit in limits):
            return "the source says another age"
    return ""


def is_of_the_other_half(rested: Rested) -> str:
    """The value of one half of a line with what the other half alone is of: "24 hours on weekends"."""
    halves = _HALVES.split(expanded(rested.unit.text))
    units = [{fact.unit for fact in values_in(half) if fact.unit} for half in halves]
    if rested.unit.key or len(halves) != len(BOTH) or not units[0] & units[1]:
        return ""
    for fact in rested.readings:
        held = [at for at in BOTH if not readings_in(halves[at]).isdisjoint(fact.measures or fact.readings)]
        if len(held) != 1:
            continue
        own, other = (terms_of(halves[at]) for at in (held[0], 1 - held[0]))
        groups = [group for group in rested.groups if group not in rested.unheard]
        if any(group & (other - own) for group in groups) and not any(group & (own - other) for group in groups):
            return "the source says it of the other"
    return ""
