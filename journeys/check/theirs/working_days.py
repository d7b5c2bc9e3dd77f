"""When something comes that takes so many working days: "1 to 2 working days, so paid on Monday it comes by Wednesday".

The day that it is counted from is one of the customer's, or today. Whether Saturday is worked on businesses see
differently: what is said need be so for one of the two ways.
"""

import re
from collections.abc import Iterator
from itertools import count
from typing import Final, NamedTuple

from journeys.check.evidence import Evidence
from journeys.check.library.reckoned import OF_UNITS
from journeys.check.reading.terms import terms_of
from journeys.check.reading.words import WEEKDAYS, either, weekday_of
from journeys.check.strange import talk
from journeys.check.theirs.kept_to import says_no_more
from knowledge.text import fold

OF_WEEK: Final = 7  # days
RESTS: Final = (frozenset({6}), frozenset({5, 6}))
LONGEST: Final = 10  # working days that are counted on fingers
_TAKES: Final = re.compile(
    r"\b(?:(?P<least>\d{1,2}) ?(?:to|-|\u2013) ?)?(?P<most>\d{1,2}) (?:working|business) days?\b"
    r"|\bsiku (?:(?P<kuanzia>\d{1,2}) ?(?:hadi|mpaka|-|to) ?)?(?P<hadi>\d{1,2}) za kazi\b"
    r"|\b(?P<next>next (?:working|business) day|siku ya kazi inayofuata)\b"
)
_DAY: Final = rf"(?P<day>{either(WEEKDAYS)}|today|tomorrow|leo|kesho)"
_FROM: Final = re.compile(
    rf"\b(?:(?:if )?(?:you )?(?:pay|paid|order|ordered|ordering|sent|placed|bought)|uki(?:lipa|agiza|order|nunua)"
    rf"|mki(?:lipa|agiza|order)|ikilipwa)(?: [a-z]{{2,8}}){{0,2}}? (?:on (?:an? )?|siku ya )?{_DAY}\b"
)
_LIMIT: Final = re.compile(rf"\b(?:before|ahead of|kabla ya)(?: siku ya)? {_DAY}\b")
_IN_TIME: Final = re.compile(rf"\b(?:in time for|kwa wakati wa)(?: siku ya)? {_DAY}\b")
_NAMED: Final = re.compile(rf"\b{_DAY}\b")
_DENIES: Final = re.compile(r"\b(?:not|no|never|cannot|only|si|sio|hakuna|ha\w{4,})\b|n't\b|\?")
_NEUTRAL: Final = terms_of(
    " ".join([
        *WEEKDAYS,
        "so it is with you by on at the latest comes arrives arrive come reaches reach get have there in time before",
        "or and today tomorrow paid pay ordered order yes ndiyo leo kesho itafika inafika utaipata kabla ama au",
        "hadi siku itakuwa imefika mpaka ukilipa ukiagiza oda mzigo parcel package",
    ])
)  # fmt: skip


class Takes(NamedTuple):
    """So many working days, at least and at most."""

    least: int
    most: int


def follows(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether each day that it names follows from a day of theirs; `premise` tells how many working days it takes."""
    said, takes = fold(conclusion), _takes(fold(premise))
    found = _FROM.search(said)
    if takes is None or found is None or evidence.today is None or _DENIES.search(said):
        return False
    theirs = (*evidence.said.texts, *evidence.said.words)
    known = terms_of(premise).union(_NEUTRAL, OF_UNITS, talk(), *map(terms_of, theirs))
    today = evidence.today.weekday()
    start = _weekday(found["day"], today)
    own = {_weekday(each["day"], today) for text in theirs for each in _NAMED.finditer(fold(text))} | {today}
    if start not in own or not says_no_more(conclusion, known):
        return False
    rest = f"{said[: found.start()]} {said[found.end() :]}"
    return any(_is_so(rest, start, takes, rests, today) for rests in RESTS)


def _is_so(said: str, start: int, takes: Takes, rests: frozenset[int], today: int) -> bool:
    last = _after(start, takes.most, rests)
    limits = [(_weekday(each["day"], today) - start) % OF_WEEK for each in _LIMIT.finditer(said)]
    ends = [(_weekday(each["day"], today) - start) % OF_WEEK for each in _IN_TIME.finditer(said)]
    left = _IN_TIME.sub(" ", _LIMIT.sub(" ", said))
    named = sorted({(_weekday(each["day"], today) - start) % OF_WEEK for each in _NAMED.finditer(left)})
    if last >= OF_WEEK or not (named or limits or ends):
        return False
    comes = {_after(start, many, rests) for many in range(takes.least, takes.most + 1)}
    is_named_so = not named or (named[-1] == last and comes.issuperset(named))
    return is_named_so and all(limit > last for limit in limits) and all(end >= last for end in ends)


def _after(start: int, many: int, rests: frozenset[int]) -> int:
    """The days from a weekday until so many working days have passed."""
    worked = 0
    for days in count(1):
        worked += (start + days) % OF_WEEK not in rests
        if worked == many:
            return days
    raise AssertionError  # a count does not end


def _takes(told: str) -> Takes | None:
    """What the one span of working days is that a rule tells; None where it tells none, or several."""
    spans = {span for found in _TAKES.finditer(told) for span in _span(found)}
    return spans.pop() if len(spans) == 1 else None


def _span(found: re.Match[str]) -> Iterator[Takes]:
    most = 1 if found["next"] else int(found["most"] or found["hadi"])
    least = int(found["least"] or found["kuanzia"] or most)
    if 0 < least <= most <= LONGEST:
        yield Takes(least, most)


def _weekday(said: str, today: int) -> int:
    if said in ("today", "leo"):
        return today
    return (today + 1) % OF_WEEK if said in ("tomorrow", "kesho") else weekday_of(said)
