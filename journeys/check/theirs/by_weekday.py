"""The customer's own days by the days of the week of a rule: "closed on Mondays, so you can eat there on Sunday 6 or
Tuesday 8", "every Wednesday and Sunday, so you catch it on Sunday 6 December, the night you arrive".

The rule names the days on which something is on, or the only ones on which it is not. Each day of the conclusion is a
day of the customer's, lies in their stay, or is the next of its name, and is one on which it is on, as is said.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from journeys.check.evidence import Evidence
from journeys.check.library.nearest import values_in
from journeys.check.library.reckoned import OF_UNITS
from journeys.check.reading.terms import terms_of
from journeys.check.reading.words import MONTHS, OPENING, WEEKDAYS, either, weekday_of
from journeys.check.strange import talk
from journeys.check.theirs.days_meant import first_ahead
from journeys.check.theirs.days_told import AMERICAN, DATE, Days, day_of, own
from journeys.check.theirs.kept_to import is_of_the_same, says_no_more
from knowledge.text import fold

OF_WEEK: Final = 7  # days
LONGEST_STAY: Final = 31  # days between two of theirs that are one stay
_WEEKDAY: Final = either(WEEKDAYS)
_NAMED: Final = re.compile(
    rf"\b(?P<weekday>{_WEEKDAY})s?\b(?:,? (?:the |tarehe )?(?P<number>\d{{1,2}})(?:st|nd|rd|th)?\b)?"
)
_SPAN_OF_WEEK: Final = re.compile(
    rf"\b(?P<first>{_WEEKDAY}) ?(?:to|until|till|through|hadi|mpaka|-) ?(?P<last>{_WEEKDAY})\b"
)
_IS_OFF: Final = re.compile(rf"\b{either(OPENING['closed'])}|\b(?:except|isipokuwa|not on|no service on)\b")
_DENIES: Final = re.compile(
    r"\b(?:not|no|never|cannot|only|first|last|except|unless|si|sio|siyo|tu|pekee|hakuna|hamna|ha(?:i|u|ki|vi|zi|li|ya"
    r"|ta|tu|m|wa)\w{3,}|hu(?:wezi|ruhusiwi))\b|n't\b|\?"
)
_PARTS: Final = re.compile(rf"; ?|, (?:and |na |but |lakini |ila )(?=\w)|, (?={_WEEKDAY})|\b(?:but|lakini) ")
_THEY_COME: Final = re.compile(r"\b(?:arrive|arrival|check in|\w{0,6}(?:fika|ingia)\w{0,3})\b")
_THEY_GO: Final = re.compile(r"\b(?:leave|leaving|departure|depart|check out|\w{0,6}(?:ondoka|toka)\w{0,3})\b")
_NEUTRAL: Final = terms_of(
    " ".join([
        *MONTHS, *WEEKDAYS,
        "you your they it on at the is are day night evening date and or can could may catch have get eat dine join "
        "see go come visit book that then for all of both either tonight today tomorrow arrive leave arrival departure "
        "works fine possible open there still next this coming will falls during stay every each "
        "siku usiku jioni asubuhi mchana tarehe na au ama mnaweza unaweza mtaipata utaipata kula kwenda kuja kuona "
        "kwenu kwako ni iko itakuwa zote yote wazi inawezekana leo kesho mnafika mnaondoka mnaofika mnayoondoka "
        "unafika unaondoka unaofika unayoondoka kila kwa hiyo hivyo ya wakati wenu wako mkiwa hapa",
    ])
)  # fmt: skip


class SaidDay(NamedTuple):
    """A day of a conclusion, by its name, and where it is said which one, by its date."""

    weekday: int
    day: date | None


def follows(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether it is on, on each of the days that it says; `premise` is the rule."""
    today, said, told = evidence.today, fold(conclusion), fold(premise)
    on = _days_on(told)
    if today is None or not on or _DENIES.search(said) or not is_of_the_same(conclusion, premise):
        return False
    theirs = (*evidence.said.texts, *evidence.said.words)
    known = terms_of(premise).union(_NEUTRAL, OF_UNITS, talk(), *map(terms_of, theirs))
    stay = [day.first for day in own([fold(each) for each in theirs], today) if not day.is_month]
    named = [(part, [*_named(part, stay, today)]) for part in _PARTS.split(said)]
    if not says_no_more(conclusion, known) or _has_other_values(said, premise, evidence):
        return False
    return any(days for _, days in named) and all(_is_so(part, days, on, stay, today) for part, days in named)


def _is_so(part: str, named: Sequence[SaidDay | None], on: frozenset[int], stay: Sequence[date], today: date) -> bool:
    for each in named:
        if each is None or (each.day is not None and not _is_theirs(each.day, stay, today)):
            return False
        goes = _THEY_GO.search(part) is not None
        if goes and (not stay or each.day != max(stay)):
            return False
        if _THEY_COME.search(part) and (not stay or each.day != min(stay)):
            return False
        if not goes and (each.weekday in on) is (_IS_OFF.search(part) is not None):
            return False
    return True


def _is_theirs(day: date, stay: Sequence[date], today: date) -> bool:
    """Whether they have named it, it lies in their stay, or, where they named none, in the week to come."""
    if day in stay:
        return True
    if not stay:
        return today <= day < today + timedelta(OF_WEEK)
    first, last = min(stay), max(stay)
    return first < day < last and (last - first).days <= LONGEST_STAY


def _days_on(told: str) -> frozenset[int]:
    """The days of the week on which it is on; none where the rule does not tell all of them."""
    spans = [(weekday_of(found["first"]), weekday_of(found["last"])) for found in _SPAN_OF_WEEK.finditer(told)]
    within = {(first + more) % OF_WEEK for first, last in spans for more in range((last - first) % OF_WEEK + 1)}
    alone = {weekday_of(found["weekday"]) for found in _NAMED.finditer(_SPAN_OF_WEEK.sub(" ", told))}
    if _IS_OFF.search(told) is None:
        return frozenset(within | alone)
    if not alone or (spans and len(within | alone) < OF_WEEK):
        return frozenset()
    return frozenset(range(OF_WEEK)) - alone


def _named(said: str, stay: Sequence[date], today: date) -> Iterator[SaidDay | None]:
    """Every day that it names; None for one that is not so by the calendar."""
    for pattern in (DATE, AMERICAN):
        for found in pattern.finditer(said):
            yield _of(day_of(found, today))
        said = pattern.sub(" ", said)
    for found in _NAMED.finditer(said):
        if not found["number"]:
            yield SaidDay(weekday_of(found["weekday"]), None)
            continue
        day = first_ahead(int(found["number"]), found["weekday"], min([*stay, today]))
        yield SaidDay(day.weekday(), day) if day else None


def _of(days: Days | None) -> SaidDay | None:
    return SaidDay(days.first.weekday(), days.first) if days else None


def _has_other_values(said: str, premise: str, evidence: Evidence) -> bool:
    """Whether it tells more than days: a value that is neither theirs nor the rule's."""
    for pattern in (DATE, AMERICAN, _NAMED):
        said = pattern.sub(" ", said)
    told = frozenset(reading for fact in values_in(premise) for reading in fact.readings | fact.hours) | evidence.asked
    return any((fact.readings | fact.hours).isdisjoint(told) for fact in values_in(said))
