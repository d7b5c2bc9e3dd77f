"""A limit applied to the customer's own age, hour or day: "from 4 to 12, so your 7 year old fits".

The rule tells one limit; the conclusion has one value more, which is theirs, and says that it fits or does not.
"""

import re
from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from journeys.check.evidence import Evidence
from journeys.check.library.nearest import values_in
from journeys.check.library.reckoned import OF_UNITS
from journeys.check.reading.facts import facts_in
from journeys.check.reading.terms import terms_of
from journeys.check.reading.words import MONTHS, WEEKDAYS, either, weekday_of
from journeys.check.strange import talk
from journeys.check.theirs.days_told import days_in
from journeys.check.theirs.kept_to import is_of_the_same, says_no_more
from knowledge.text import fold

_FITS: Final = re.compile(
    r"\b(?:fits?|may|can|could|old enough|welcome|allowed|suits?|fine|possible|open|ok|okay|works?|in time|poa|fiti"
    r"|counts?|qualif(?:y|ies)|falls? (?:within|into|in)"
    r"|anaweza|mnaweza|unaweza|anafaa|anaruhusiwa|anakaribishwa|inawezekana|iko (?:wazi|open|sawa)|sawa)\b"
)
_FITS_NOT: Final = re.compile(
    r"\b(?:cannot|can ?not|may not|not (?:old enough|allowed|possible|open|yet)|too (?:young|old|early|late)|closed"
    r"|none (?:is|are) (?:listed|sold|needed|there) for|there is none for|hakuna (?:ya|kwa|cha)"
    r"|shut|(?:do|does|did) not (?:count|qualify|fall)|outside"
    r"|hawezi|hamwezi|huwezi|haruhusiwi|hafai|haiwezekani|mdogo (?:sana|mno)|imefungwa"
    r"|haiko (?:wazi|open))\b|n't\b"
)
_OTHERWISE: Final = re.compile(r"\b(?:if|unless|except|but|only|free|ikiwa|ila|isipokuwa|lakini|bure|tu)\b|\?")
AGE: Final = re.compile(
    r"\b(?:ages?|aged|years?|year old|yrs?|children|kids|child|adults?|miaka|umri|mtoto|watoto|minimum age)\b"
)
_RANGE: Final = re.compile(r"\b(?P<least>\d{1,2}) ?(?:-|to|hadi|mpaka) ?(?P<most>\d{1,2})\b(?!:)")
_LEAST: Final = re.compile(
    r"\b(?:from|minimum age (?:is|of)|at least|kuanzia|umri wa chini ni|angalau)(?: (?:age|the age of|miaka|umri wa))? "
    r"(?P<least>\d{1,2})\b(?![:%,]| (?:to|hadi|mpaka|-))|\b(?P<and>\d{1,2})(?:\+| (?:and|or|na|au) "
    r"(?:above|over|older|more|up|zaidi|kuendelea)\b)"
)
_MOST: Final = re.compile(
    r"\b(?:under|below|younger than|chini ya(?: miaka)?) (?P<under>\d{1,2})\b|\b(?:up to|hadi)(?: (?:age|miaka))? "
    r"(?P<most>\d{1,2})\b(?!:)"
)
_HOURS: Final = re.compile(r"\b(?P<opens>\d{1,2}:\d\d) ?(?:-|to|hadi|mpaka) ?(?P<closes>\d{1,2}:\d\d)\b")
_CLOSED: Final = re.compile(
    rf"\b(?:closed|imefungwa|hufungwa|haifunguliwi)(?: on| siku ya)? (?P<days>{either(WEEKDAYS)})\b"
)
# "16 and above; younger guests with a parent."
_YOUNGER_WITH: Final = re.compile(
    r"\b(?:younger|under|below|wadogo|chini)\b[^.;]{0,30}\b(?:with|na|pamoja na)(?: an?| their)? (?:parents?|adults?"
    r"|mzazi|wazazi|mtu mzima)\b"
)
_WITH_THEM: Final = re.compile(
    r"\b(?:with (?:you|us|me|an?|one|your|their|both)|accompanied|together|nawe|nanyi|na (?:wewe|mzazi|wazazi|nyinyi)"
    r"|pamoja|akiwa na|ukiwa na|mkiwa na)\b"
)
_ALONE: Final = re.compile(r"\b(?:alone|by \w{3,4}sel(?:f|ves)|on \w{3,5} own|peke y\w{2,4})\b")
_CHILDREN: Final = re.compile(r"\b(?:child(?:ren)?|kids?|toddlers?|bab(?:y|ies)|minors?|watoto|mtoto)\b")
_UNTIL_THEN: Final = re.compile(r"\b(?:before|until|till|earlier|by then|kabla|hadi|mpaka)\b|\?")
GROWN: Final = 18  # years
OF_WEEK: Final = 7  # days
_SPAN_OF_WEEK: Final = re.compile(
    rf"\b(?P<first>{either(WEEKDAYS)}) ?(?:to|until|till|hadi|mpaka|-) ?(?P<last>{either(WEEKDAYS)})\b"
)
_NAMED_DAY: Final = re.compile(rf"\b{either(WEEKDAYS)}\b")
_NEUTRAL: Final = terms_of(
    " ".join([
        *MONTHS, *WEEKDAYS,
        "they it you your their child kid son daughter boy girl one year old age of at on is are be can "
        "cannot may not fit suit welcome allowed enough young possible open closed play enter come join use then that "
        "time hour day night yeye mtoto wako wenu umri miaka ana anaweza hawezi inawezekana haiwezekani wazi imefungwa "
        "count qualify fall within outside them these test measurement result "
        "alone with parent adult together peke yake mzazi pamoja nawe nanyi treatment have "
        "none listed sold needed ticket tiketi hakuna siku usiku saa asubuhi mchana jioni ni kwa hiyo iko",
    ])
)  # fmt: skip


class Limit(NamedTuple):
    """From so much to so much, both included."""

    least: float
    most: float


def follows(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether their value is within the one limit of the premise, or is not, as the conclusion says."""
    return _says_no_more(conclusion, premise, evidence) and _is_so(conclusion, premise, evidence) is True


def is_turned(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether the conclusion says the opposite of what follows."""
    return _is_so(conclusion, premise, evidence) is False


def hangs_on_company(conclusion: str, premise: str) -> bool:
    """Whether the rule lets in who is younger with a parent, and the conclusion says with whom they come."""
    said = fold(conclusion)
    return _YOUNGER_WITH.search(fold(premise)) is not None and bool(_WITH_THEM.search(said) or _ALONE.search(said))


def keeps_children_out(conclusion: str, premise: str) -> bool:
    """Whether the rule lets in grown people alone, and the conclusion speaks of children, at whatever age or hour."""
    said, told = fold(conclusion), fold(premise)
    is_of_them = _CHILDREN.search(said) is not None and not _UNTIL_THEN.search(said) and not values_in(conclusion)
    return is_of_them and any(each.least >= GROWN for each in age_limits(_HOURS.sub(" ", told)))


def _is_so(conclusion: str, premise: str, evidence: Evidence) -> bool | None:
    """None where it does not say of one value whether it is within one limit."""
    said, told = fold(conclusion), fold(premise)
    fits_not = _FITS_NOT.search(said) is not None
    fits = _FITS.search(_FITS_NOT.sub(" ", said)) is not None and not fits_not
    if fits is fits_not or _OTHERWISE.search(said) or not is_of_the_same(conclusion, premise):
        return None
    is_within = _of_age(said, told, evidence), _of_hour(conclusion, told, evidence), _of_day(said, told, evidence.today)
    judged = [each for each in is_within if each is not None]
    return judged[0] is fits if len(judged) == 1 else None


def _of_age(said: str, told: str, evidence: Evidence) -> bool | None:
    if not (AGE.search(told) or _YOUNGER_WITH.search(told)) or any(fact.hours for fact in facts_in(said)[0]):
        return None
    limits = [*age_limits(_HOURS.sub(" ", told))]
    own = [fact for fact in values_in(said) if fact.kind in ("number", "quantity")]
    if len(limits) != 1 or len(own) != 1 or own[0].readings.isdisjoint(evidence.asked):
        return None
    age = float(min(own[0].readings, key=len))
    if age < limits[0].least and _YOUNGER_WITH.search(told):
        return True if _WITH_THEM.search(said) else False if _ALONE.search(said) else None
    return limits[0].least <= age <= limits[0].most


def age_limits(told: str) -> Sequence[Limit]:
    if ranges := [Limit(int(found["least"]), int(found["most"])) for found in _RANGE.finditer(told)]:
        return ranges
    least = [Limit(int(found["least"] or found["and"]), float("inf")) for found in _LEAST.finditer(told)]
    most = [
        Limit(0, int(found["under"]) - 1 if found["under"] else int(found["most"])) for found in _MOST.finditer(told)
    ]
    return [*least, *most]


def _of_hour(conclusion: str, told: str, evidence: Evidence) -> bool | None:
    """Their hour is one at which it is open; the last one is none of these."""
    hours = [(found["opens"].zfill(5), found["closes"].zfill(5)) for found in _HOURS.finditer(told)]
    theirs = frozenset(hour for each in (*evidence.said.texts, *evidence.said.words) for fact in facts_in(each)[0]
                       for hour in fact.hours)  # fmt: skip
    own = {hour for fact in facts_in(conclusion)[0] for hour in fact.hours if hour in theirs}
    stated = [fact for fact in values_in(conclusion) if not fact.hours & theirs]
    if len(hours) != 1 or len(own) != 1 or stated:
        return None
    opens, closes = hours[0]
    return opens <= own.pop() < closes if opens < closes else None


def _of_day(said: str, told: str, today: date | None) -> bool | None:
    """Whether it is open on the one day that is named, of a place whose only day of rest is told."""
    rests = {weekday_of(found["days"]) for found in _CLOSED.finditer(told)}
    named = {weekday_of(word) for word in _NAMED_DAY.findall(said)}
    dates = [*days_in(said, today)] if today else []
    has_others = any(fact.kind != "date" for fact in values_in(said)) or len(dates) > 1 or None in dates
    if len(rests) != 1 or len(named) != 1 or has_others or not (_HOURS.search(told) or "open" in told):
        return None
    if any(day is not None and day.first.weekday() not in named for day in dates):
        return None
    spans = [(weekday_of(found["first"]), weekday_of(found["last"])) for found in _SPAN_OF_WEEK.finditer(told)]
    opens = {(first + more) % OF_WEEK for first, last in spans for more in range((last - first) % OF_WEEK + 1)}
    if len(_NAMED_DAY.findall(_SPAN_OF_WEEK.sub(" ", told))) != 1 or len(spans) > 1:
        return None
    if spans and len(opens | rests) < OF_WEEK:
        return None  # open from Tuesday to Saturday, and closed on Mondays: Sundays are told of nowhere
    return named.isdisjoint(rests)


def _says_no_more(conclusion: str, premise: str, evidence: Evidence) -> bool:
    theirs = (*evidence.said.texts, *evidence.said.words)
    known = terms_of(premise).union(_NEUTRAL, OF_UNITS, talk(), *map(terms_of, theirs))
    return says_no_more(conclusion, known)
