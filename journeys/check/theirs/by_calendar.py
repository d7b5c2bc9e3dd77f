"""Days that follow by the calendar from the customer's own, or from today, and whether they are in time.

"1 to 2 working days, so for an order today you get it on Tuesday 1 or Wednesday 2 December", "12 months, so the blender
of June 2026 is still under warranty until June 2027", "within 30 days, so if you receive them on 2 December, 5 January
is too late". The rule tells one span; each day is theirs, today, set by an "if", or that span away from one of these.
"""

import re
from calendar import monthrange
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import islice
from typing import Final, NamedTuple

from journeys.check.evidence import Evidence
from journeys.check.library.nearest import values_in
from journeys.check.library.reckoned import OF_UNITS
from journeys.check.reading.terms import terms_of
from journeys.check.reading.words import MONTHS, WEEKDAYS, either, weekday_of
from journeys.check.strange import talk
from journeys.check.theirs.days_told import AMERICAN, DATE, OF_YEAR, WHOLE_MONTH, Days, counted, day_of, days_in, own
from journeys.check.theirs.kept_to import is_of_the_same, says_no_more
from knowledge import lexicon
from knowledge.text import fold

OF_WEEK: Final = 7  # days
LONGEST: Final = {"day": 3_660, "working": 90, "month": 120}
"""Of each what anybody plans by; it bounds the work, and keeps to years that there are."""
WIDEST: Final = 31  # days or months from the least to the most
MOST_BASES: Final = 12  # days of theirs that are reckoned from: it bounds the work
SATURDAY, SUNDAY = 5, 6
"""From which day on nobody works, as businesses see it differently."""

_COUNT: Final = r"\d{1,4}|[a-z]{2,12}"
_SPAN: Final = re.compile(
    r"\b(?P<next>next (?:working|business) day|siku (?:ya kazi )?inayofuata)\b"
    rf"|\b(?:(?P<least>{_COUNT}) (?:to|or|-) )?(?P<much>{_COUNT})[ -](?P<working>working |business )?"
    r"(?P<unit>day|week|month|year)s?\b"
    rf"|\b(?P<wa>siku|wiki|miezi|mwezi|miaka|mwaka) (?:(?P<kuanzia>{_COUNT}) (?:hadi|au|-) )?(?P<ngapi>{_COUNT})"
    r"(?P<ya_kazi> za kazi)?\b"
)
_COUNTED_AS: Final = {"day": ("day", 1), "week": ("day", OF_WEEK), "month": ("month", 1), "year": ("month", OF_YEAR)}
_EARLIER: Final = re.compile(r" (?:before|ahead|earlier|kabla)\b")
_PERIOD: Final = re.compile(
    r"\b(?:from|kuanzia|kutoka) (?P<first>20\d\d-\d\d-\d\d) (?:to|until|till|hadi|mpaka) (?P<last>20\d\d-\d\d-\d\d)\b"
)
_NAMED_DAY: Final = re.compile(rf"\b{either(WEEKDAYS)}\b")
_DAYS_OF_WEEK: Final = re.compile(
    rf"\b(?P<first>{either(WEEKDAYS)}) (?:to|until|till|hadi|mpaka|-) (?P<last>{either(WEEKDAYS)})\b"
)
_UNITS: Final = {
    "siku": "day", "wiki": "week", "miezi": "month", "mwezi": "month", "miaka": "year", "mwaka": "year",
}  # fmt: skip
_IF: Final = re.compile(
    r"\b(?:if|when|once|ikiwa|kama|ukipokea|ukizipokea|ukikipokea|ikifika|zikifika|ukiorder|ukiagiza|ukilipa)\b"
    r"(?:[^,;]*?\b(?:today|now|leo|sasa)\b|[^,;]*)"
)
_LATE: Final = re.compile(
    r"\b(?:too late|over|expired|ended|past (?:it|that|the limit)|out of (?:time|warranty)|no longer in time"
    r"|umechelewa|utakuwa umechelewa|imechelewa|kuchelewa|imeisha|imekwisha|imepita|umepita|zimepita|late)\b"
)
_HOLDS: Final = re.compile(
    r"\b(?:still|in time|on time|within|covered|covers|valid|early enough|bado|ndani ya|kwa wakati|inakubalika)\b"
)
_BEFORE: Final = re.compile(
    r"\b(?:(?:well |just |long )?before|ahead of|kabla ya|mbele ya)(?: (?:the|hio|hiyo|tarehe))?\W*$"
)
_DENIES: Final = re.compile(
    r"\b(?:not|no|never|cannot|without|nothing|free|unless|si|bila|bure|sio|siyo|hamna|hakuna|ha(?:i|u|ki|vi|zi|li|ya|ta"
    r"|tu)\w{3,})\b|n't\b"
)
_OWED: Final = r"(?:owed?|pay|paid|due|charged|lose|lost)"
_NOTHING_IS_OWED: Final = re.compile(
    rf"\b(?:nothing|no (?:[a-z]{{3,12}} ){{0,3}}(?:charge|fee|penalty)) is {_OWED}\b"
    rf"|\b{_OWED} (?:nothing|none|no (?:[a-z]{{3,12}} ){{0,3}}(?:charge|fee|penalty))\b"
    r"|\bfree(?: of charge)?\b|\bbure\b|\bbila (?:malipo|ada|gharama)\b|\b(?:hu|m?ha|hatu)(?:ta)?lip(?:i|wi)\b"
    r"|\bhudaiwi\b"
)
_NOTHING_AT_ALL: Final = re.compile(rf"\b(?:nothing|no charge) is {_OWED}\b|\b{_OWED} (?:nothing|no charge)\b")
_CLASS: Final = re.compile(r"\b(?:appliances|electronics|furniture|accessories|goods|things|items|vifaa|vitu|bidhaa)\b")
_NEUTRAL: Final = terms_of(
    " ".join([
        *MONTHS, *WEEKDAYS,
        "today tomorrow now date day month year order ordered place placed pay paid get reach arrive come receive "
        "received bring deliver delivered it them this that one your you on by from until till at latest earliest "
        "between or and for too late early enough in time still before after ahead of within end begin would will "
        "due about around expected tell us tuambie let know "
        "cover covers stay should can be is are was were have has leo kesho sasa tarehe siku mwezi mwaka hadi kabla "
        "baada ya ni na au muda huo "
        "ina iko itafika utapata utaipata inafika zitafika utazipata ukipokea oda order bado mpaka kwa hio hiyo "
        "itaisha inaisha itakuwa utakuwa inafikia fika pata kuipata",
    ])
)  # fmt: skip


class Length(NamedTuple):
    """What a rule tells: from so many to so many months, days or days that are worked on."""

    least: int
    most: int
    unit: str
    """month, day, or working."""
    side: int = 1
    """-1 where it is told before a day: "7 days before arrival"."""


def follows(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether each day of it follows, and what is said to be in time or too late is."""
    today, said = evidence.today, fold(conclusion)
    spans, period = list(dict.fromkeys(spans_in(fold(premise)))), _PERIOD.search(fold(premise))
    if today is None or len(spans) + bool(period) != 1 or "?" in conclusion:
        return False
    # Of what costs nothing within a time, "you owe nothing" says that it is in time.
    is_owed_nothing = _NOTHING_IS_OWED.search(fold(premise)) and _NOTHING_IS_OWED.search(said)
    rest = _NOTHING_IS_OWED.sub(" ", said) if is_owed_nothing else said
    if _DENIES.search(rest):
        return False
    if any(fold(title) in said for title in evidence.titles) or not _is_of_the_same(conclusion, premise, evidence):
        return False
    theirs = [fold(each) for each in (*evidence.said.texts, *evidence.said.words)]
    # Where no charge is owed at all, none of any name is.
    if not _says_no_more(rest if _NOTHING_AT_ALL.search(fold(premise)) else conclusion, premise, theirs):
        return False
    supposed = [day for part in _IF.findall(said) for day in days_in(part, today)]
    named = [*days_in(_IF.sub(" ", said), today)]
    if None in named or None in supposed or _has_other_values(said, premise, evidence):
        return False
    theirs_told = own(theirs, today)
    if period is not None:
        return (
            bool(named)
            and _HOLDS.search(said) is not None
            and all(_is_in(day, period) and _is_of_their_stay(day, theirs_told) for day in named)
            and _are_on_the_days(named, fold(premise))
        )
    said = f"{said} in time" if is_owed_nothing else said
    return _is_so(said, [*filter(None, named)], [*filter(None, supposed)], theirs_told, spans[0], today)


def _is_so(
    said: str, named: Sequence[Days], supposed: Sequence[Days], theirs: Sequence[Days], span: Length, today: date
) -> bool:
    now = Days(today, today)
    limits = days_led_to(supposed or [*theirs, now], span)
    known = {*theirs, *supposed, now}
    led_to = [day for day in named if day in limits and day not in known]
    asked = [day for day in named if day in theirs]
    before = [day for day in asked if _is_after_before(said, day, today)]
    is_late, holds = _LATE.search(said) is not None, _HOLDS.search(said) is not None
    is_judged = len(asked) == 1 and (is_late or holds)
    if any(day not in known and day not in limits for day in named) or not (led_to or supposed or before or is_judged):
        return False
    if before:
        ends = led_to or days_led_to(supposed or [now], span)
        return not is_late and bool(ends) and all(one.last < day.first for one in ends for day in before)
    if is_late and holds:
        return False
    if is_late or holds:
        counted_from = {base for base in asked for day in days_led_to([base], span) if day in led_to}
        subject = next((day for day in asked if day not in counted_from), now)
        # What runs after something begins before the day that is judged; "7 days before arrival" ends before a later.
        bases = [day for day in theirs if day != subject and (day.first < subject.first) is (span.side > 0)]
        ends = led_to or days_led_to(supposed or bases, span)
        in_time = [subject.first <= end.last for end in ends]
        return bool(ends) and (all(in_time) if holds else not any(in_time))
    return bool(led_to)


def _is_of_their_stay(day: Days | None, theirs: Sequence[Days]) -> bool:
    """Whether it is a day of theirs, or lies between two that are no further apart than anybody stays."""
    stays = [each for each in theirs if not each.is_month]
    return day in theirs or any(
        day is not None and one.first < day.first < other.first and (other.first - one.first).days <= WIDEST
        for one in stays for other in stays
    )  # fmt: skip


def _are_on_the_days(named: Iterable[Days | None], told: str) -> bool:
    """Whether each is one of the days of the week that the rule is for: "half board from Thursday to Sunday"."""
    spans = [(weekday_of(found["first"]), weekday_of(found["last"])) for found in _DAYS_OF_WEEK.finditer(told)]
    rest = _DAYS_OF_WEEK.sub(" ", told)
    open_days = {weekday_of(word) for word in _NAMED_DAY.findall(rest)}
    open_days |= {(first + more) % OF_WEEK for first, last in spans for more in range((last - first) % OF_WEEK + 1)}
    return not open_days or all(day is not None and day.first.weekday() in open_days for day in named)


def _is_in(day: Days | None, period: re.Match[str]) -> bool:
    first, last = date.fromisoformat(period["first"]), date.fromisoformat(period["last"])
    return day is not None and first <= day.first and day.last <= last


def _is_after_before(said: str, day: Days, today: date) -> bool:
    """Whether it stands after the word: "before the 12th of December"."""
    return any(day_of(found, today) == day and _BEFORE.search(said[: found.start()]) for found in DATE.finditer(said))


def spans_in(told: str) -> Iterator[Length]:
    """Those that anybody plans by: what is longer, or as vague, leads to no day."""
    for found in _SPAN.finditer(told):
        if found["next"]:
            yield Length(1, 1, "working")
            continue
        most = counted(found["much"] or found["ngapi"])
        least = counted(found["least"] or found["kuanzia"] or "") or most
        side = -1 if _EARLIER.match(told, found.end()) else 1
        is_working = found["working"] or found["ya_kazi"]
        unit, times = ("working", 1) if is_working else _COUNTED_AS[found["unit"] or _UNITS[found["wa"]]]
        if 0 < least <= most and most * times <= LONGEST[unit] and most - least <= WIDEST:
            yield Length(least * times, most * times, unit, side)


def days_led_to(bases: Iterable[Days], span: Length) -> list[Days]:
    """Where the span ends, or of "1 to 2 days" may end, after each."""
    counts = range(span.least, span.most + 1)
    some = islice(bases, MOST_BASES)
    return [moved for base in some for count in counts for moved in _moved(base, span.side * count, span.unit)]


def _moved(base: Days, count: int, unit: str) -> Iterator[Days]:
    if unit == "month":
        first, last = (months_on(day, count) for day in base)
        yield Days(first, last.replace(day=monthrange(last.year, last.month)[1]) if base.is_month else last)
    elif base.is_month:
        return
    elif unit == "day":
        day = base.first + timedelta(count)
        yield Days(day, day)
    else:
        for rest in (SATURDAY, SUNDAY):
            day = base.first
            for _ in range(abs(count)):
                day += timedelta(1 if count > 0 else -1)
                while day.weekday() >= rest:
                    day += timedelta(1 if count > 0 else -1)
            yield Days(day, day)


def months_on(day: date, count: int) -> date:
    months = day.year * OF_YEAR + day.month - 1 + count
    year, month = months // OF_YEAR, months % OF_YEAR + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _has_other_values(said: str, premise: str, evidence: Evidence) -> bool:
    """Whether it tells more than days: a value that is neither theirs nor the rule's."""
    rest = said
    for pattern in (DATE, AMERICAN, WHOLE_MONTH):
        rest = pattern.sub(" ", rest)
    told = frozenset(reading for fact in values_in(premise) for reading in fact.readings) | evidence.asked
    return any(fact.readings.isdisjoint(told) for fact in values_in(rest))


def _is_of_the_same(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether it names no other thing than the rule does, unless the rule is of a class and no rule names theirs."""
    if is_of_the_same(conclusion, premise):
        return True
    own = frozenset(term for thing in lexicon.things(conclusion) for term in terms_of(thing))
    return _CLASS.search(fold(premise)) is not None and not any(own & source.terms for source in evidence.sources)


def _says_no_more(conclusion: str, premise: str, theirs: Collection[str]) -> bool:
    known = terms_of(premise).union(_NEUTRAL, OF_UNITS, talk(), *map(terms_of, theirs))
    return says_no_more(conclusion, known)
