"""Dates and hours that follow from the customer's own: so many days or hours before or after, and the days between.

"Until 7 days before arrival; for 8 March 2027 that is 1 March 2027", "two hours after payment, so from 4pm", "10
January is 5 days before the 15th": the span is looked up like any other.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import Final

from journeys.check.library.nearest import values_in
from journeys.check.reading.clauses import Clause
from journeys.check.reading.dated import DAYS
from journeys.check.reading.facts import Fact, facts_in
from journeys.check.reading.readings import measure
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.reading.words import MONTHS
from journeys.check.theirs.led_to import DAY_SECONDS, led_to

_OF_TIME: Final = terms_of(
    " ".join([*MONTHS, *DAYS])
    + " day days night nights week weeks before after from today tomorrow last first exactly end ends until"
    " both included inclusive only just still away left tu bado zimebaki"
    " siku usiku leo kesho kabla mwisho kuanzia kutoka tangu hadi ni kuna tarehe there are is"
)
MOST: Final = 12  # hours of theirs that are reckoned with: it bounds the work
MINUTE_SECONDS: Final = 60  # as a clock shows them
DAY_MINUTES: Final = 1_440  # after which a clock begins again
# "From 5 to 14 December, both included, is 10 days."
_WITH_THE_LAST: Final = re.compile(
    r"\b(?:both (?:days |dates )?included|inclusive|including both|zote mbili zikihesabiwa|pamoja na ya mwisho)\b",
    re.IGNORECASE,
)
# "9 months are left", until what they agreed to ends.
_LEFT: Final = re.compile(
    r"\b(?:\w+ )?months? (?:are |still |will )?(?:left|remain\w*|to go)\b|\b(?:leaves?|remaining|have) \w+ months\b"
    r"|\bzi(?:me|ta|na)baki (?:miezi )?\w+|\bmiezi \w+ (?:zilizobaki|zilizosalia|imebaki|zimebaki)\b",
    re.IGNORECASE,
)
# After what the span is, and before what.
_LATER: Final = re.compile(
    r"\A\W{0,2}(?:hours? |minutes? )?(?:after|later|from|baada|by (?:the |road|car|van|ferry|boat|sgr|air)"
    r"|away|drive|ride|of travel|mwendo|kwa (?:gari|barabara|basi))\b",
    re.IGNORECASE,
)
_EARLIER: Final = re.compile(r"\A\W{0,2}(?:hours? |minutes? )?(?:before|ahead|earlier|kabla)\b", re.IGNORECASE)


def following(text: str, theirs: Iterable[str], today: date | None = None) -> frozenset[str]:
    """The readings of the customer's dates and hours, of what the text's spans lead to, and of what lies between."""
    theirs = tuple(theirs)
    said = [fact for each in theirs for fact in facts_in(each)[0]]
    spans = [fact for fact in facts_in(text)[0] if fact.measures]
    days = led_to(theirs, [text], today)
    counted = days.with_the_last if _WITH_THE_LAST.search(text) else frozenset[str]()
    if _LEFT.search(text):
        left = led_to(theirs, (_LEFT.sub(" ", text),), today).left
        counted |= {reading for much in left for reading in (much, measure(much, "month"))}
    return days.readings | counted | frozenset(_hours(said, spans))


def is_of_their_days(clause: Clause, asked: Collection[str], times: Collection[str]) -> bool:
    """Whether it says how far apart days are that they have named, and nothing else: "10 January is 5 days before"."""
    stated = values_in(clause.text)
    spans = [fact for fact in stated if not fact.measures.isdisjoint(times)]
    own = [fact for fact in stated if fact not in spans and not fact.readings.isdisjoint(asked)]
    dates = [fact for fact in stated if fact not in (*own, *spans) and not fact.readings.isdisjoint(times)]
    reckoned = [*spans, *dates]
    is_all = len(own) + len(reckoned) == len(stated) and bool(reckoned)
    return is_all and all(group & _OF_TIME for group in groups_of(clause.text))


def _hours(said: Collection[Fact], spans: Collection[Fact]) -> Iterator[str]:
    """The hours that a span leads to from theirs: later only where it says "after"."""
    theirs = sorted({hour for fact in said for hour in fact.hours})[:MOST]
    for fact in spans:
        side = 1 if _LATER.match(fact.after) else -1 if _EARLIER.match(fact.after) else 0
        for minutes in filter(None, map(_minutes, fact.measures if side else ())):
            for at in (int(hour[:2]) * 60 + int(hour[3:]) for hour in theirs):
                yield f"{(at + side * minutes) % DAY_MINUTES // 60:02d}:{(at + side * minutes) % 60:02d}"


def _minutes(measured: str) -> int:
    """Of a span of less than a day; 0 for any other measure."""
    much, _, unit = measured.partition(" ")
    is_short = unit == "second" and float(much) < DAY_SECONDS
    return int(float(much) // MINUTE_SECONDS) if is_short else 0
