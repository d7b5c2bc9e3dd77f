"""Hours that follow from a span that is told: "ten minutes away, so leaving at 15:00 you are there at 15:10".

An hour is theirs, or set by an "if", a "leaving at" or a "from"; each other one is a told span away from one of these,
and each other span lies between two of them.
"""

import re
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.library.nearest import values_in
from journeys.check.library.reckoned import OF_UNITS
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.terms import terms_of
from journeys.check.reading.words import DAYS, MONTHS, WEEKDAYS
from journeys.check.strange import talk
from journeys.check.theirs.kept_to import is_of_the_same, says_no_more
from journeys.language.numbers import spoken
from knowledge.text import fold

DAY_MINUTES: Final = 1_440  # after which a clock begins again
MINUTE_SECONDS: Final = 60  # measures of time are told in seconds
MOST: Final = 8  # hours and spans of a conclusion that anybody follows: it bounds the work
# What sets an hour, that nobody has to have told.
_SETS: Final = re.compile(
    r"(?:^\W*(?:leaving|starting|departing|setting off|going|from|kuanzia|ukianza|mkianza)|\b(?:if|when)"
    r"|\b(?:u|m|i|li|tu|ni|a|wa)ki(?:ondoka|toka|anza|enda|lipa))\b[^,;:.]{0,30}$"
)
_DENIES: Final = re.compile(
    r"\b(?:not|no|never|cannot|without|nothing|free|unless|si|bila|bure|sio|siyo|hamna|hakuna|late|too|only|ha(?:i|u|ki"
    r"|vi|zi|li|ya|ta|tu|m)\w{3,})\b|n't\b|\?"
)
_SAA: Final = re.compile(
    r"\bsaa (?P<saa>[a-z]{3,8})(?: (?:asubuhi|mchana|alasiri|jioni|usiku))?(?: na [a-z]{3,6})? \((?P<hour>\d\d:\d\d)\)",
    re.IGNORECASE,
)
HALF_DAY, SWAHILI_BEGINS = 12, 6
"""The hours of the Swahili day count from six."""
_BEFORE: Final = re.compile(r"^\W{0,2}(?:(?:minutes?|hours?) )?(?:before|ahead of|early|kabla)\b")
_AFTER: Final = re.compile(r"^\W{0,2}(?:(?:minutes?|hours?) )?(?:after|later|baada)\b")
# "Booked four hours ahead": what is said to follow lies before their hour.
_AHEAD: Final = re.compile(
    r"\b(?:hours?|minutes?|masaa|saa \w+|dakika \w+) (?:ahead|before|in advance|earlier|kabla)\b", re.IGNORECASE
)
_NEUTRAL: Final = terms_of(
    " ".join([
        *MONTHS, *DAYS, *WEEKDAYS,
        "leave leaving leaves start starts starting from at by go depart arrive arrives arrival reach be there done "
        "end ends finish over you your it that then time hour minute before after ahead early about in on the if "
        "when from is are will would car flight kuanzia ukiondoka mkiondoka likiondoka ikiondoka ukianza "
        "mkianza utafika mtafika inafika itafika linafika litafika inaisha itaisha imeisha utamaliza saa dakika kabla "
        "latest earliest day same morning book booked mapema siku hiyo "
        "unaweza unaeza mnaweza kuchukua kuzichukua kuipata kuzipata zipata ipata pata get pick collect have tayari "
        "baada ya na ni kwa gari ndege alasiri asubuhi mchana jioni usiku pekee tu yenu yako",
    ])
)  # fmt: skip


def follows(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether each hour and each span of it follows."""
    conclusion = _SAA.sub(_once, conclusion)
    stated = values_in(conclusion)
    if _DENIES.search(fold(conclusion)) or not is_of_the_same(conclusion, premise) or len(stated) > MOST:
        return False
    theirs = (*evidence.said.texts, *evidence.said.words)
    known = terms_of(premise).union(_NEUTRAL, OF_UNITS, talk(), *map(terms_of, theirs))
    return says_no_more(conclusion, known) and _is_so(stated, conclusion, premise, theirs)


def _once(found: re.Match[str]) -> str:
    """Of "saa tisa alasiri (15:00)" the second, where both are the same."""
    said = next((int(each.value) for each in spoken(found["saa"].lower())), 0)
    return found["hour"] if (int(found["hour"][:2]) - said) % HALF_DAY == SWAHILI_BEGINS else found[0]


def _is_so(stated: list[Fact], conclusion: str, premise: str, theirs: tuple[str, ...]) -> bool:
    own = {minutes for text in theirs for fact in facts_in(text)[0] for minutes in _hours(fact)}
    told = {span for text in (premise, *theirs) for fact in facts_in(text)[0] for span in _spans(fact)}
    hours = [(fact, _hours(fact)) for fact in stated if fact.hours]
    spans = [(fact, _spans(fact)) for fact in stated if not fact.hours]
    if not hours or not all(each for _, each in spans):
        return False
    is_set = [fact for fact, each in hours if each & own or _SETS.search(_around(fact, conclusion)[0])]
    bases = {minutes for fact in is_set for minutes in _hours(fact)}
    ways = (-1,) if _AHEAD.search(premise) else (1,)
    led_to = {(base + way * span) % DAY_MINUTES for base in bases for span in told for way in ways}
    rest = [(fact, each) for fact, each in hours if not each & bases]
    if not all(each & led_to for _, each in rest):
        return False
    points = bases | {minutes for _, each in rest for minutes in each & led_to}
    apart = {(one - other) % DAY_MINUTES for one in points for other in points if one != other}
    new = [(fact, each) for fact, each in spans if not each & told]
    return bool(rest or new) and all(each & apart and _points_rightly(fact, conclusion) for fact, each in new)


def _points_rightly(fact: Fact, conclusion: str) -> bool:
    """A span between two hours says of the one behind it whether it comes later: "50 minutes before the flight"."""
    before, after = _around(fact, conclusion)
    earlier = [minutes for other in facts_in(before)[0] for minutes in sorted(_hours(other))]
    later = [minutes for other in facts_in(after)[0] for minutes in sorted(_hours(other))]
    is_before, is_after = _BEFORE.search(after), _AFTER.search(after)
    if not (earlier and later) or not (is_before or is_after):
        return False
    way = 1 if is_before else -1
    return way * (later[0] - earlier[-1]) in _spans(fact)


def _around(fact: Fact, conclusion: str) -> tuple[str, str]:
    said = re.search(rf"(?<![\w:.,]){re.escape(fact.text.casefold())}", conclusion.casefold())
    return (conclusion.casefold()[: said.start()], conclusion.casefold()[said.end() :]) if said else ("", "")


def _hours(fact: Fact) -> frozenset[int]:
    return frozenset(int(hour[:2]) * 60 + int(hour[3:]) for hour in fact.hours)


def _spans(fact: Fact) -> frozenset[int]:
    """Of a span of less than a day, in minutes."""
    seconds = (each.partition(" ")[0] for each in fact.measures if each.endswith(" second"))
    minutes = (float(each) / MINUTE_SECONDS for each in seconds)
    return frozenset(int(each) for each in minutes if 0 < each < DAY_MINUTES and each == int(each))
