"""Days that the customer names without their month, and a notice: "at least 7 days before: from the 9th to the 20th
there are 11 days, so you are not late".

The notice is looked up like any other value; that the days are so many, and that they are enough, is reckoned.
"""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.reading.clauses import sentences
from journeys.check.theirs.days_told import counted
from knowledge.text import fold

_COUNT: Final = r"\d{1,3}|[a-z]{2,12}"
_DAY: Final = r"(?:the |tarehe )?(?P<{}>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?![\d:.,]\d)"
# "From the 9th to the 20th there are 11 days", "kutoka tarehe 9 hadi 20 kuna siku 11".
_APART: Final = re.compile(
    rf"\b(?:from|between|kutoka|toka|tangu|kati ya) {_DAY.format('first')} (?:to|until|till|and|hadi|mpaka|na) "
    rf"{_DAY.format('last')}(?! [a-z]{{3,9}} (?:20)?\d\d\b)[a-z ,]{{0,24}}?\b"
    rf"(?:(?P<much>{_COUNT}) days|siku (?P<ngapi>{_COUNT}))\b"
)
# "The 9th is 11 days before the 20th."
_BEFORE: Final = re.compile(
    rf"{_DAY.format('first')} (?:is|ni) (?:siku )?(?P<much>{_COUNT})(?: days)? (?:before|kabla ya) "
    rf"{_DAY.format('last')}"
)
_BOTH: Final = re.compile(r"\b(?:both|inclusive|including|included|zote mbili|zikihesabiwa|pamoja na ya mwisho)\b")
# The lengths of months: the 28th to the 3rd is over the end of one.
_MONTHS: Final = (28, 29, 30, 31)
_NOTICE: Final = re.compile(
    rf"\b(?P<much>{_COUNT}) (?P<unit>day|week)s?(?:'?|s'?) (?:before|ahead|in advance|earlier|prior|notice|kabla)\b"
    rf"|\b(?P<wa>siku|wiki) (?:angalau |zisizopungua )?(?P<ngapi>{_COUNT}) (?:kabla|mapema|before)\b"
)
_LATE: Final = (
    r"(?:(?:are|is|be|re|s) (?:already |a bit |now )?late(?! (?:at|in|night|check))|too late"
    r"|(?:u|m|tu)(?:me|mesha)chelewa|ume(?:sha)?late)"
)
_NOT_LATE: Final = re.compile(
    r"\b(?:(?:not|never) (?:too |yet )?late|in (?:good )?time|(?:are|is|re) on time|early enough|time enough"
    r"|enough time|h(?:u|am|au|atu)(?:ja)?(?:chelewi|chelewa|late)|bado (?:uko|mko) sawa"
    r"|(?:uko|mko|iko) (?:ndani ya (?:muda|wakati)|on time))\b|n't (?:too )?late\b"
)
_IF: Final = re.compile(r"\b(?:if|unless|when|once|kama|ikiwa|\w{1,4}kichelewa)\b")
_IS_LATE: Final = re.compile(rf"\b{_LATE}\b")
_OF_WEEK: Final = 7  # days
_TODAY: Final = re.compile(
    r"\b(?:today(?: is|'?s)?|leo(?: ni)?)(?: the| tarehe)? (?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?\b"
)
_OF_YEAR: Final = 365  # days
_TWO: Final = 2  # of theirs, between which the days are counted


def wrong(text: str, evidence: Evidence) -> Iterator[str]:
    """Each sentence that counts the days between two wrongly, or takes for late what is in time, or the other way."""
    before = ""
    for sentence in sentences(text):
        said = fold(sentence)
        is_late = _says_late(said)
        is_turned = is_late is not None and is_late is _is_enough(said, before, evidence)
        if is_turned or any(not _is_counted_right(found, said) for found in _apart_in(said)):
            yield sentence
        before = said


def _apart_in(said: str) -> Iterator[re.Match[str]]:
    yield from _APART.finditer(said)
    yield from _BEFORE.finditer(said)


def _much(found: re.Match[str]) -> int:
    return counted(found["much"] or found.groupdict().get("ngapi") or "")


def _is_counted_right(found: re.Match[str], said: str) -> bool:
    first, last, much = int(found["first"]), int(found["last"]), _much(found)
    if not much:
        return True  # "from the 9th to the 20th there are only days"
    apart = {last - first} if last > first else {last - first + month for month in _MONTHS}
    return much in apart or (_BOTH.search(said) is not None and much - 1 in apart)


def _says_late(said: str) -> bool | None:
    """Whether it tells that they are late, or that they are not; None where it says neither, or both."""
    in_time, late = _NOT_LATE.search(said), _IS_LATE.search(_NOT_LATE.sub(" ", said))
    is_open = said.endswith("?") or _IF.search(said) is not None
    return None if is_open or bool(in_time) is bool(late) else bool(late)


def _is_enough(said: str, before: str, evidence: Evidence) -> bool | None:
    """Whether the days that they have are as many as the notice asks for; None where either is not known."""
    notices = _notices(said) or _notices(before) or _notices_of(evidence)
    ahead = {*map(_much, _apart_in(f"{before} {said}"))} or _theirs(evidence)
    return min(ahead) >= max(notices) if len(notices) == len(ahead) == 1 else None


def _notices_of(evidence: Evidence) -> set[int]:
    return {days for each in evidence.sources for unit in each.units for days in _notices(fold(unit.text))}


def _notices(said: str) -> set[int]:
    counts = ((_much(each), each["unit"] or each["wa"]) for each in _NOTICE.finditer(_BEFORE.sub(" ", said)))
    return {count * (_OF_WEEK if unit in ("week", "wiki") else 1) for count, unit in counts if count}


def _theirs(evidence: Evidence) -> set[int]:
    """The days to the one that they named from the one that they call today; none where they named others too."""
    if not any(_TODAY.search(fold(text)) for text in evidence.said.texts):
        return set()
    named = {tuple(map(int, each.split("/")[1:])) for each in evidence.said.by_kind.get("date", ())}
    if len(named) != _TWO or evidence.today is None:
        return set()
    first, last = (date(evidence.today.year, month, 1) + timedelta(day - 1) for month, day in sorted(named))
    apart = (last - first).days
    return {min(apart, _OF_YEAR - apart)}
