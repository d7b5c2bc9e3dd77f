"""Whether a place is open at an hour, reckoned from the hours that a source gives: "at 21:00 the spa is closed"."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from journeys.check.reading.clauses import Clause
from journeys.check.reading.facts import Fact
from journeys.check.reading.readings import clock

if TYPE_CHECKING:
    from journeys.check.library.units import Source, SourceUnit
    from journeys.check.reading.terms import Group

_STATE: Final = re.compile(
    r"\b(?:(?P<open>open|wazi|imefunguliwa|opened)|(?P<shut>closed|shut|imefungwa|imeshafungwa))\b"
)
_CONCLUDES: Final = re.compile(r"(?:so|therefore|hence|thus|which means|kwa hiyo|kwa hivyo|hivyo|basi)\b")
_DENIES: Final = re.compile(r"\b(?:no|not|cannot|too (?:late|early)|ha[a-z]{3,}i|huwezi|hakuna|bado)\b")
_OF_AN_EDGE: Final = re.compile(r"\b(?:until|till|from|opens|closes|since|by|last|hadi|mpaka|kuanzia|tangu)\b")
_ABOUT_NOTHING: Final = frozenset(
    {"open", "wazi", "close", "closed", "shut", "alreadi", "already", "still", "time", "hour", "pm", "am", "saa"}
)
_RANGE: Final = re.compile(r"\b(\d{1,2}[:.]\d\d)\s?(?:-|\u2013|to|hadi)\s?(\d{1,2}[:.]\d\d)\b")


def follows(clause: Clause, stated: Sequence[Fact], origin: "Source | None") -> bool:
    """Whether "so no swimming at 6" follows from the hours just told: none of them covers the hour."""
    hours = stated[0].hours if len(stated) == 1 else frozenset[str]()
    spans = [] if origin is None else [span for unit in origin.units for span in spans_of(unit)]
    if not hours or not spans or not _CONCLUDES.match(clause.text) or not _DENIES.search(clause.text):
        return False
    return any(not any(_covers(begin, end, hour) for begin, end in spans) for hour in hours)


def spans_of(unit: "SourceUnit") -> list[tuple[str, str]]:
    """From when to when, each time that a line gives both."""
    return [(clock(begin), clock(end)) for begin, end in _RANGE.findall(unit.text)]


def judged(
    clause: Clause, stated: Sequence[Fact], groups: Iterable["Group"], sources: Sequence["Source"]
) -> str | None:
    """None when the clause does not say so, or no source tells; else why not, empty when it is so."""
    times = [fact for fact in stated if fact.hours]
    states = list(_STATE.finditer(clause.text))
    if len(times) != 1 or len(stated) != 1 or len(states) != 1 or _OF_AN_EDGE.search(clause.text):
        return None
    says_open = (states[0].lastgroup == "open") != clause.denies(states[0].start(), by_itself=False)
    subject = [group for group in groups if not group & _ABOUT_NOTHING]
    for is_open in _told(subject, times[0].hours, sources):
        return "" if is_open == says_open else "the source says the opposite"
    return None


def _told(subject: Sequence["Group"], hours: Collection[str], sources: Sequence["Source"]) -> Iterator[bool]:
    """What each source with hours of all that is spoken of tells, where its hours of all days agree.

    An hour that may be either of two is open where one is."""
    for origin in sources:
        # Of a thing of its own all its lines speak: the buffet of a restaurant that is open until ten.
        of_it = frozenset(term for unit in origin.units for term in unit.terms) if origin.name else frozenset[str]()
        for unit in origin.units:
            spans = spans_of(unit)
            if not subject or not all(group & (unit.terms | unit.shared | of_it) for group in subject):
                continue
            told = {any(_covers(begin, end, hour) for hour in hours) for begin, end in spans}
            if len(told) == 1:
                yield told.pop()


def _covers(begin: str, end: str, hour: str) -> bool:
    return begin <= hour < end if begin < end else hour >= begin or hour < end


def overlaps(span: tuple[str, str], begin: int, end: int) -> bool:
    """Whether a time from and to falls at all between two hours of the day."""
    return any(_covers(*span, f"{hour:02d}:{half}") for hour in range(begin, end) for half in ("00", "30"))
