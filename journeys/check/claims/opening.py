"""Whether what a sentence says of our own opening hours is so, day by day: another day's times are not this one's."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from journeys.check.reading.clauses import Clause, clauses
from journeys.check.reading.facts import facts_in
from journeys.check.reading.words import CARRIED, DAYS, OPENING, either
from journeys.check.theirs.own_span import DAYS as DAYS_OF


def _any(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{either(OPENING[name])}\b")


_NAMED: Final = {day: _any(day) for day in DAYS}
# From today on: "leo", "tomorrow".
_AHEAD: Final = (_any("today"), _any("tomorrow"))
_RANGE: Final = re.compile(r"\b(?:to|through|till|hadi|mpaka)\b|-")
_WEEKDAYS, _WEEKEND, _DAILY = _any("weekdays"), _any("weekend"), _any("daily")
_OURS, _CLOSED, _NOW, _ALWAYS = _any("ours"), _any("closed"), _any("now"), _any("always")
_OPENS: Final = re.compile(rf"\b{either(OPENING['opens'])}")
_AND: Final = re.compile(r"\s(?:and|na)\s")
_BEGINS: Final = re.compile(r"\b(?:opens?|from|\w{0,6}fungu\w+|kuanzia)\b")
_CLOSES: Final = re.compile(r"\b(?:closes?|until|till|\w{0,6}funga|\w{0,6}fungwa|hadi|mpaka)\b")
_BUT: Final = re.compile(rf"\b(?:{either(CARRIED['exception'])}|but not|not on|ila|bar)\b")
# When somebody answers is no hour of opening.
_ANSWERED: Final = re.compile(
    r"\b(?:(?:an|the|your|our) (?:answer|reply|response)|hear (?:back )?from|get back|[um]tajibiwa|\w{1,4}takujibu)\b"
)
_PASSED_ON: Final = re.compile(
    r"\b(?:passed|forwarded|told|sent) (?:on )?(?:your|the|it|this|that)\b|\b(?:your|the) (?:wish|request)\b"
    r"|\b(?:ombi|maombi) (?:lako|lenu|yako|yenu)\b|\brequest yako\b"
)
# "It suits your Zoom class at eight", and not "your parcel comes at eight".
_FITS_THEIRS: Final = re.compile(
    r"\b(?:suits?|fits?|enough|good|best|right|made|lasts?|\w{1,3}(?:na|ta)?(?:faa|tosha|kufaa|kutosha|kufit|fit))\b.{0,40}?"
    r"\b(?:your|[ywlvzc]h?[ay]?(?:ko|enu))\b"
)
_COMES: Final = re.compile(
    r"\b(?:come|coming|collect|pick(?:ed|ing)?|visit|deliver\w*|bring|brought|order|parcel|shop|store|office|njoo|kuja"
    r"|uje|mje|\w{0,4}chukua|\w{0,4}letea?|\w{0,4}fika|oda|mzigo|duka\w*|ofisi\w*)\b"
)
# Two days are from the one to the other; more are a list.
RANGE: Final = 2
ALL_DAY: Final = frozenset({"00:00-24:00", "00:00-00:00", "00:00-23:59"})


def wrong(text: str, hours: Mapping[str, str], today: date | None = None, asked: Collection[str] = ()) -> Iterator[str]:
    """Each clause that gives a day hours that it does not have, closes an open one, or opens us when we are not.

    `asked` are the hours, as they are read, that the customer has named: what they wish for is none of ours."""
    for clause in (part for each in clauses(text) for part in _parts(each)):
        is_ours = _OURS.search(clause.sentence) and (_OPENS.search(clause.sentence) or _CLOSED.search(clause.sentence))
        is_of_days = "\u00b7" not in text and bool(hours and _hours_in(clause.text) and days_in(clause.text, today))
        is_of_days = is_of_days and not (_ANSWERED.search(clause.text) or _is_theirs(clause, asked))
        if clause.asks or not (is_ours or is_of_days) or _NOW.search(clause.text):
            continue
        named = days_in(clause.text, today)
        days = named or days_in(clause.sentence, today) or DAYS
        spans = [hours[day] for day in days if day in hours]
        is_so = _agree(clause, spans, is_named=bool(named)) if spans else not _states(clause)
        if not is_so:
            yield clause.text


def _is_theirs(clause: Clause, asked: Collection[str]) -> bool:
    """Whether it speaks of the hour that they have named as of theirs: of a wish that was passed on, of "your class at
    eight", for which something fits and to which they need not come."""
    hours = [fact.hours for fact in facts_in(clause.text)[0] if fact.hours]
    is_of_them = _FITS_THEIRS.search(clause.text) and not (_COMES.search(clause.text) or _OPENS.search(clause.text))
    return bool(_PASSED_ON.search(clause.text) or is_of_them) and all(not each.isdisjoint(asked) for each in hours)


def _parts(clause: Clause) -> list[Clause]:
    """One of two hours on two days each by itself: "at eight on weekdays and at nine on Saturdays"."""
    parts = _AND.split(clause.text)
    is_each = len(parts) > 1 and all(_hours_in(part) and days_in(part, None) for part in parts)
    return [replace(clause, text=part) for part in parts] if is_each else [clause]


def _hours_in(text: str) -> bool:
    return any(fact.hours and (not fact.unit or fact.unit in DAYS_OF) for fact in facts_in(text)[0])


def _states(clause: Clause) -> bool:
    """Whether it states hours, which may not be where none are known."""
    says_hours = any(fact.hours for fact in facts_in(clause.text)[0])
    return bool(_OPENS.search(clause.text) and (says_hours or _ALWAYS.search(clause.text)))


def days_in(text: str, today: date | None = None) -> Sequence[str]:
    if _WEEKDAYS.search(text):
        return DAYS[:5]
    if _WEEKEND.search(text):
        return DAYS[5:]
    if _DAILY.search(text):
        return DAYS
    found = sorted((match.start(), day) for day in DAYS for match in [_NAMED[day].search(text)] if match)
    if today is not None:
        found += [(0, DAYS[(today.weekday() + ahead) % 7]) for ahead, said in enumerate(_AHEAD) if said.search(text)]
    if len(found) == 2 and _RANGE.search(text[found[0][0] : found[1][0]]):
        first, last = (DAYS.index(day) for _, day in found)
        return DAYS[first : last + 1] if first <= last else [*DAYS[first:], *DAYS[: last + 1]]  # "Sunday to Thursday"
    return [day for _, day in found]


def _agree(clause: Clause, spans: Sequence[str], *, is_named: bool) -> bool:
    """Of several days each time must be one of theirs; what is closed has no times, and what is open is not closed."""
    begins, ends = ({time for span in spans for time in span.split("-")[at:][:1]} for at in (0, 1))
    open_days = [span for span in spans if "-" in span]
    if _ALWAYS.search(clause.text):
        return ALL_DAY.issuperset(spans)
    if is_named and len(open_days) < len(spans) and not (_CLOSED.search(clause.text) or _BUT.search(clause.sentence)):
        return clause.denies(len(clause.text) - 1)  # "every day", of a week with a day off
    if said := [fact.hours for fact in facts_in(clause.text)[0] if fact.hours]:
        if len(said) == 1:
            is_closing, is_opening = _CLOSES.search(clause.text), _BEGINS.search(clause.text)
            edges = [
                ends if is_closing and not is_opening else begins if is_opening and not is_closing else begins | ends
            ]
        else:
            edges = [begins, ends] if len(said) == RANGE else [begins | ends] * len(said)
        return all(not hours.isdisjoint(each) for hours, each in zip(said, edges, strict=True))
    match = _CLOSED.search(clause.text)
    if match and not clause.denies(match.start(), by_itself=False):
        return not open_days
    return bool(open_days) or not is_named or not _OPENS.search(clause.text)
