"""A rule as it applies to the customer's own case: "free from KES 5,000, so for your KES 6,300 it is free".

The conclusion has no values but the rule's and theirs, and speaks of nothing that neither the rule nor they spoke of.
Then it follows where their sum reaches what the rule asks for, or does not and it is denied; where what they tell of is
as long ago as the rule allows; or where the rule says of every day what is said of theirs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple

from journeys.check.evidence import Evidence
from journeys.check.library.nearest import values_in
from journeys.check.library.reckoned import OF_UNITS, RECKONS
from journeys.check.reading.clauses import expanded
from journeys.check.reading.facts import Fact
from journeys.check.reading.terms import groups_of, terms_of
from journeys.check.reading.words import MONTHS, WEEKDAYS, either
from journeys.check.theirs.kept_to import is_of_the_same, says_no_more
from journeys.language.numbers import spoken
from knowledge.search.terms.glossary import is_place
from knowledge.text import fold

_AT_LEAST_AFTER: Final = re.compile(r" ?(?:\+|(?:and|or|au|na|ama) (?:more|above|over|up|zaidi)\b|upwards)")
_AT_LEAST_BEFORE: Final = re.compile(
    r"\b(?:from|at least|minimum of|kuanzia|angalau|(?:si|isiyo) chini ya)(?: (?:KES|Ksh|Sh|[a-z]{3,10}))?\W{0,2}$",
    re.IGNORECASE,
)
_IS_FREE: Final = re.compile(r"\b(?:free|bure|bila malipo|no fee|no charge)\b")
_IS_DENIED: Final = re.compile(
    r"\b(?:not|no|cannot|never|short|below|under|less|still|bado|si|sio|siyo|chini|pungufu|ha(?:i|u|ki|vi|zi|li|ya)\w{2,}"
    r"|ha(?:mta|mja|wata|waja|tuta|tuja|ta(?!ri))\w{3,})\b|n't\b"
)
_IS_LIMITED: Final = re.compile(
    r"\b(?:only|except|unless|but|apart|not|no|never|cannot|inside|within|tu|isipokuwa|ila|lakini|bila|sio|ndani"
    r"|ha(?:i|u|ki|vi|zi|li|ya|wa|tu)\w{3,})\b|n't\b"
)
_IS_TOO_FEW: Final = re.compile(
    r"\b(?:(?:not|never) (?:be )?(?:enough|sufficient)|too (?:few|short|little|small)|ha(?:zi|i|vi|ya|ki|u)toshi"
    r"|(?:chache|fupi|ndogo) (?:mno|sana))\b|n't (?:be )?enough\b"
)
_IS_ENOUGH: Final = re.compile(r"(?<!not )(?<!n't )\b(?:enough|sufficient|(?:zi|i|vi|ya|ki|u)natosha)\b")
_HOLDS: Final = re.compile(r"\b(?:still|within|covered|in time|valid|bado|ndani)\b")
_IS_OVER: Final = re.compile(r"\b(?:over|expired|ended|past|too late|im\w*isha|um\w*isha|\w{1,3}mepita)\b")
_IS_ASKED_FOR: Final = re.compile(r"\b(?:paid (?:ahead|in advance|up ?front)|at least|minimum|angalau)\b")
_OF_A_DAY: Final = re.compile(
    rf"\b(?:{either(WEEKDAYS)}s?|weekends?|wikendi|holidays?|sikukuu|(?:working|business) days?"
    r"|siku (?:\w+ )?(?:y|z)a kazi)\b"
)
_SPAN: Final = re.compile(
    r"\b(?P<much>\d{1,3}|[a-z]{3,8})[ -](?P<unit>day|week|month|year)s?\b"
    r"|\b(?P<wa>siku|wiki|miezi|mwezi|miaka|mwaka) (?P<ngapi>\d{1,3}|[a-z]{3,8})\b"
)
LONGEST_MONTH: Final = 31  # days
LONGEST_YEAR: Final = 366  # days
OF_WEEK: Final = 7  # days
_PAST: Final[tuple[tuple[re.Pattern[str], Callable[[date], tuple[int, int]]], ...]] = (
    (
        re.compile(r"\b(?:last month|mwezi (?:jana|uliopita|iliopita|ulioisha))\b"),
        lambda today: (today.day, today.day + LONGEST_MONTH - 1),
    ),
    (
        re.compile(r"\b(?:last week|wiki (?:jana|iliyopita|iliopita|iliyoisha))\b"),
        lambda today: (1, today.weekday() + OF_WEEK),
    ),
    (
        re.compile(r"\b(?:last year|mwaka (?:jana|uliopita))\b"),
        lambda today: (today.timetuple().tm_yday, today.timetuple().tm_yday + LONGEST_YEAR - 1),
    ),
    (re.compile(r"\byesterday\b|(?<!mwezi )(?<!wiki )(?<!mwaka )\bjana\b"), lambda _: (1, 1)),
    (re.compile(r"\b(?:today|leo)\b"), lambda _: (0, 0)),
)
"""How many days ago, at least and at most; "last week" may be the seven days before today."""
_AGO: Final = re.compile(r" (?:ago|later|zilizopita|iliyopita|iliopita|zilizoisha|sasa|old)\b")
_AFTER: Final = re.compile(r"\b(?:after|baada ya|in) $")
_DAYS: Final = {
    "day": (1, 1), "siku": (1, 1), "week": (7, 7), "wiki": (7, 7), "month": (28, 31), "mwezi": (28, 31),
    "miezi": (28, 31), "year": (365, 366), "mwaka": (365, 366), "miaka": (365, 366),
}  # fmt: skip
"""The fewest and the most days of each."""
_NEUTRAL: Final = terms_of(
    " ".join([
        *MONTHS, *WEEKDAYS,
        "after can could may be are was were will would able possible for of on in at to from with your you yours it",
        "its is that this then so still within covered cover valid free fee charge pay reach qualify order today",
        "date delivered sufficient few suit fit fine good applies counts less more under over than limit short enough",
        "amount tomorrow past passed kitu vitu",
        "sum total time zinatosha hazitoshi haitoshi inatosha",
        "yako wako lako zako yenu inaweza unaweza zinaweza kuwa bado ndani muda tarehe leo kesho bure malipo ada oda",
        "iko ziko ipo zipo huo hizo hiyo uliopita iliopita iliyopita ago",
        "inafaa inamfaa zinafaa inatosha haijafika imefika inafika haitakuwa itakuwa kiasi jumla chini zaidi",
    ])
)  # fmt: skip


class Ago(NamedTuple):
    """So many days, at least and at most."""

    least: int
    most: int


def follows(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether a conclusion is but the premise said of the customer's own sum, time, day or thing."""
    theirs = (*evidence.said.texts, *evidence.said.words)
    if not _says_no_more(conclusion, premise, theirs) or not is_of_the_same(conclusion, premise):
        return False
    said, told = fold(conclusion), fold(premise)
    if (is_enough := _is_enough(conclusion, premise, evidence)) is not None:
        return is_enough
    if (meets := _meets_the_least(conclusion, premise, evidence)) is not None:
        return meets
    if (is_in_time := _is_in_time(said, told, theirs, evidence.today)) is not None:
        return is_in_time
    return _is_an_instance(conclusion, premise, evidence)


def _says_no_more(conclusion: str, premise: str, theirs: Iterable[str]) -> bool:
    known = terms_of(premise).union(_NEUTRAL, RECKONS, OF_UNITS, *map(terms_of, theirs))
    return says_no_more(conclusion, known)


def _meets_the_least(conclusion: str, premise: str, evidence: Evidence) -> bool | None:
    """Whether their sum is as large as is asked for, and it is free then, or is not, and that is denied.

    None where the rule asks for no sum, or none is named."""
    least = {
        Decimal(reading)
        for fact in values_in(premise) if fact.kind == "money" and _is_at_least(fact, premise)
        for reading in fact.readings
    }  # fmt: skip
    stated = values_in(conclusion)
    sums = [fact for fact in stated if fact.kind == "money" and {Decimal(each) for each in fact.readings} - least]
    if len(least) != 1 or len(sums) != 1 or not _IS_FREE.search(fold(premise)):
        return None
    is_known = evidence.is_amount(conclusion)
    others = [fact for fact in stated if fact not in sums and fact.readings.isdisjoint(_told(premise))]
    amount = Decimal(next(iter(sums[0].readings)))
    if others or not all(map(is_known, sums[0].readings)):
        return False
    said = fold(conclusion)
    if amount >= least.pop():
        return _IS_FREE.search(said) is not None and _IS_DENIED.search(said) is None
    return _IS_DENIED.search(said) is not None


def _is_enough(conclusion: str, premise: str, evidence: Evidence) -> bool | None:
    """Whether their number is as large as the least that is told: "at least 12 letters, so 6 are too few"."""
    least = [fact for fact in values_in(premise) if fact.kind == "number" and _is_at_least(fact, premise)]
    named = [fact for fact in values_in(conclusion) if fact.kind == "number"]
    said = fold(conclusion)
    enough, too_few = _IS_ENOUGH.search(said) is not None, _IS_TOO_FEW.search(said) is not None
    if len(least) != 1 or len(named) != 1 or enough is too_few or len(values_in(conclusion)) != 1:
        return None
    if named[0].readings.isdisjoint(evidence.asked):
        return False
    number, bound = (Decimal(min(fact.readings)) for fact in (named[0], least[0]))
    return number >= bound if enough else number < bound


def _is_at_least(fact: Fact, premise: str) -> bool:
    before, _, after = premise.partition(fact.text)
    return bool(_AT_LEAST_AFTER.match(after) or _AT_LEAST_BEFORE.search(before))


def _told(premise: str) -> frozenset[str]:
    return frozenset(reading for fact in values_in(premise) for reading in (*fact.readings, *fact.measures))


def _is_in_time(said: str, told: str, theirs: Iterable[str], today: date | None) -> bool | None:
    """Whether what they say was so long ago is still within the one span that is told, or no longer, as it is said."""
    if _IS_ASKED_FOR.search(told):
        return None  # a span that is the least is kept to by none that is shorter
    holds, is_over = _HOLDS.search(said) is not None, _IS_OVER.search(said) is not None
    theirs = [fold(each) for each in theirs]
    spans, passed = list(_spans(told)), list(_ago(said, today))
    if not passed:  # "so two weeks are within it", of what they have said to be two weeks
        named = [span for each in theirs for span in _spans(each)]
        passed = [span for span in _spans(said) if span in named]
        if passed and len(list(_spans(said))) == len(passed):
            return _is_so_long(passed, spans, said, holds=holds, is_over=is_over)
        passed = []
    if passed and not any(ago == passed[0] for each in theirs for ago in _ago(each, today)):
        return False
    return _is_so_long(passed, spans, said, holds=holds, is_over=is_over)


def _is_so_long(passed: Sequence[Ago], spans: Sequence[Ago], said: str, *, holds: bool, is_over: bool) -> bool | None:
    if holds is is_over or len(passed) != 1 or not spans:
        return None
    if len(spans) > 1 or _IS_DENIED.search(said.replace("bado", "").replace("still", "")):
        return False
    return passed[0].most <= spans[0].least if holds else passed[0].least > spans[0].most


def _spans(told: str) -> Iterator[Ago]:
    for found in _SPAN.finditer(told):
        if span := _span(found):
            yield span


def _span(found: re.Match[str]) -> Ago | None:
    much = found["much"] or found["ngapi"]
    count = int(much) if much.isdecimal() else next((int(each.value) for each in spoken(much)), 0)
    least, most = _DAYS[found["unit"] or found["wa"]]
    return Ago(count * least, count * most) if count else None


def _ago(said: str, today: date | None) -> Iterator[Ago]:
    """How long ago, or after how long, something is said to be."""
    for pattern, days in _PAST if today else ():
        if today and pattern.search(said):
            yield Ago(*days(today))
    for found in _SPAN.finditer(said):
        is_ago = _AGO.match(said, found.end()) or _AFTER.search(said, 0, found.start())
        if is_ago and (span := _span(found)):
            yield span


def _is_an_instance(conclusion: str, premise: str, evidence: Evidence) -> bool:
    """Whether it is the rule again, said of their day, their place or their thing: the rule has no exception, and
    neither day nor place of its own that theirs might not be."""
    said, told = fold(conclusion), fold(premise)
    if _IS_LIMITED.search(told) or _IS_DENIED.search(said) or _IS_FREE.search(said) or _OF_A_DAY.search(told):
        return False
    if any(fold(title) in said for title in evidence.titles):
        return False
    of_rule = values_in(premise)
    stated = values_in(conclusion)
    new = [fact for fact in stated if (fact.readings | fact.measures).isdisjoint(_told(premise))]
    if any((fact.readings | fact.measures | fact.hours).isdisjoint(evidence.asked) for fact in new):
        return False
    is_of_another = any(fact.kind == other.kind and fact.unit == other.unit for fact in new for other in of_rule)
    is_again = any(group & terms_of(premise) for group in groups_of(expanded(conclusion))) or len(new) < len(stated)
    return not is_of_another and is_again and not _names_a_place(premise)


def _names_a_place(premise: str) -> bool:
    return any(is_place(word) for word in re.findall(r"\w+", fold(premise)))
