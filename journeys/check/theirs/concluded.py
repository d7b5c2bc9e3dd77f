"""What a sentence reckons from what it has told: "12 months, so installed on 10 March it ends on 10 March 2027".

Every value of such a conclusion is the customer's own, stands in what the sentence has told before, or is reckoned from
these; and its words are theirs or that sentence's. Then only what it follows from is looked up.
"""

import re
from collections.abc import Collection, Iterator
from datetime import date
from decimal import Decimal
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.items.sums import derived
from journeys.check.library.nearest import values_in
from journeys.check.library.reckoned import OF_UNITS, RECKONS
from journeys.check.reading.clauses import expanded, sentences
from journeys.check.reading.dated import DAYS
from journeys.check.reading.facts import Fact
from journeys.check.reading.readings import key
from journeys.check.reading.terms import group_of, groups_of, terms_of
from journeys.check.reading.words import MONTHS
from journeys.check.strange import talk
from journeys.check.theirs import (
    applied,
    by_age,
    by_calendar,
    by_end,
    by_the_clock,
    by_weekday,
    counts,
    limits,
    own_times,
    party,
    working_days,
)
from journeys.check.theirs.equations import Equation, equations
from journeys.check.theirs.kept_to import is_of_the_same, says_no_more
from journeys.check.theirs.led_to import ANY_YEAR, LedTo, led_to
from knowledge.text import fold

_RECKONERS: Final = (applied, by_age, by_calendar, by_end, by_weekday, by_the_clock, limits, working_days)
_CONCLUDES: Final = re.compile(
    r"[,:;]? ?\b(?:so|hence|thus|therefore|and that way|kwa hivyo|kwa hiyo|hivyo|yaani"
    r"|which (?:is|makes|comes to|leaves))\b[ ,]",
    re.IGNORECASE,
)
# "…, so it is open on Saturday, and booking is not needed."
_GOES_ON: Final = re.compile(r", (?:and|na|pia) ", re.IGNORECASE)
# What is not so, or only may be, is no sum.
_DENIES: Final = re.compile(
    r"\b(?:not|no|never|cannot|without|nothing|free|n't|si|bila|bure|sio|haku\w+|ha\w{2,}i|hamna|unless)\b"
    r"|n't\b|\?"
)
_HOLDS: Final = re.compile(r"\b(?:still|bado|zimo|imo|within|ndani)\b")
_IS_OVER: Final = re.compile(r"\b(?:over|expired|ended|imekwisha|imeisha|zimeisha|umepita|umekwisha)\b")
NEUTRAL: Final = terms_of(
    " ".join([
        *MONTHS,
        "need needs owe pay pays cost costs come end ends last lasts begin arrive arrival reach get land left remain",
        "yours date until about earliest latest today tomorrow altogether difference price of on from to at for with",
        "day month year pass imo zimo zina ina una hadi kuanzia tarehe mwisho tofauti bei jumla unahitaji utalipa",
        "gharama leo kesho inaisha zinaisha itaisha before any offer offers discount discounts kabla ya ofa punguzo "
        "cap caps capped above inaishusha unalipa mnalipa",
    ])
)  # fmt: skip
_HALF: Final = re.compile(r"\b(?:half|nusu)\b")
# "3 months left": until an end, and not since a beginning.
_LEFT: Final = re.compile(
    r"(?P<much>\d{1,4}) (?:(?:months?|days?|weeks?) )?(?:are |still )?(?:left|remain\w*|to go)\b|\bzimebaki\b"
    r"|\b(?:leaves|inabaki|yanabaki|zinabaki) (?:(?:miezi|siku|wiki) )?(?P<after>\d{1,4})\b(?! ?[%,.]\d)"
    # "Half of 3 months at KES 2,999."
    r"|\b(?:of|ya) (?:miezi )?(?P<owed>\d{1,2})(?: months)? (?:at|x|\u00d7|kwa) (?:KES |Ksh )?\d"
)
# "At most KES 12,000": no sum may pass it.
_AT_MOST: Final = re.compile(
    r"\b(?:at most|up to|no more than|a maximum of|capped at|isiyozidi|usiozidi|si zaidi ya) (?:KES |Ksh )?"
    r"(?P<most>[\d,]+)",
    re.IGNORECASE,
)
LONGEST: Final = 220
"""Letters of a conclusion; more tell more than they reckon."""


def without_conclusions(text: str, evidence: Evidence) -> str:
    """The text without what its sentences conclude, where that is proven."""
    left, before = text, ""
    for sentence in sentences(text):
        before = before or sentence_before(sentence, evidence.beside)
        rules = [before, *(premise for premise, _ in parted(before))] if before else []
        is_dated = any(by_calendar.follows(sentence, rule, evidence) for rule in _rules_of(sentence, evidence))
        if is_dated or any(
            each.follows(sentence, rule, evidence) for rule in rules for each in (by_calendar, by_the_clock)
        ):
            left = left.replace(sentence, "", 1)  # "We keep it for 7 days. Paid tomorrow, they run until 8 December."
        # "…, at most KES 12,000. After 7 months 5 are left: half of 5 x KES 6,499 is KES 16,247.50, so you pay 12,000."
        is_sum = bool(evidence.sums(sentence) or equations(sentence))
        if before and is_sum and _is_proven(sentence, before, f"{before} {sentence}", evidence):
            left, before = left.replace(sentence, "", 1), sentence
            continue
        for premise, conclusion in parted(sentence):
            if _follows(conclusion, premise, sentence, before, evidence):
                left = left.replace(sentence, f"{premise.rstrip(' ,;:')}.", 1)
                break
        before = sentence
    return left


def _rules_of(sentence: str, evidence: Evidence) -> Iterator[str]:
    """The lines of the sources that it speaks of most, where it tells days alone, and no rule of its own:
    "brought back on 11 December, it is paid by 10 January"."""
    if not any(parted(sentence)) and all(fact.kind == "date" for fact in values_in(sentence)):
        yield from _lines_of(sentence, evidence)


def _lines_of(sentence: str, evidence: Evidence) -> Iterator[str]:
    """The lines of the sources that it speaks of most."""
    groups = groups_of(expanded(sentence))
    units = [unit for each in evidence.sources for unit in each.units if unit.values]
    shared = {unit.text: sum(bool(group & (unit.terms | unit.shared)) for group in groups) for unit in units}
    most = max(shared.values(), default=0)
    yield from (text for text, many in shared.items() if many == most and many > 1)


def sentence_before(sentence: str, text: str) -> str:
    """What stands before it in a text; empty where it is the first, or in none."""
    every = sentences(text)
    return every[every.index(sentence) - 1] if sentence in every[1:] else ""


def _follows(conclusion: str, premise: str, sentence: str, before: str, evidence: Evidence) -> bool:
    """From what the sentence tells, or from that and the rule in the sentence before it."""
    if _is_proven(conclusion, premise, sentence, evidence) or _is_so_for_them(conclusion, premise, evidence):
        return True
    return bool(before) and _is_proven(conclusion, f"{before} {premise}", f"{before} {sentence}", evidence)


def _is_so_for_them(conclusion: str, premise: str, evidence: Evidence) -> bool:
    if len(conclusion) > LONGEST or "?" in conclusion:
        return False
    return any(each.follows(conclusion, premise, evidence) for each in _RECKONERS)


def parted(sentence: str) -> Iterator[tuple[str, str]]:
    """What is told, and what is concluded of it; the most first. What goes on after it is told again."""
    for found in _CONCLUDES.finditer(sentence):
        conclusion, more, rest = sentence[found.end() :].partition(";")
        if not found.start():
            continue
        if more:  # "…, so you catch it on Sunday 6; Wednesday 9 is the day you leave"
            yield sentence[: found.start()], sentence[found.end() :]
        yield f"{sentence[: found.start()]}{more}{rest}", conclusion
        if goes_on := _GOES_ON.search(conclusion):
            yield (
                f"{sentence[: found.start()]}{conclusion[goes_on.start() :]}{more}{rest}",
                f"{conclusion[: goes_on.start()]}.",
            )


def _is_proven(conclusion: str, premise: str, sentence: str, evidence: Evidence) -> bool:
    said = fold(conclusion)
    if len(conclusion) > LONGEST or _DENIES.search(said) or any(fold(title) in said for title in evidence.titles):
        return False
    theirs = (*evidence.said.texts, *evidence.said.words)
    # "The minimum term" of the premise is one of 12 months where its line is written out.
    rules = (premise, *_lines_of(premise, evidence))
    days = led_to(theirs, rules, evidence.today, fills=evidence.told.by_kind.get("measure", ()))
    written = equations(conclusion)
    stated = values_in(conclusion)
    is_so = all(each.is_true for each in written) and not _passes_the_most(written, premise, stated)
    if not stated or not is_so or not (is_of_the_same(conclusion, premise) and _keeps_the_share(stated, said, premise)):
        return False
    return (
        _all_follow(stated, written, days, premise, sentence, evidence)
        and _says_no_more(conclusion, premise, (*theirs, *_titles_in(conclusion, evidence)), days)
        and _is_in_time(said, stated, days, evidence)
    )


def _keeps_the_share(stated: list[Fact], said: str, premise: str) -> bool:
    """Whether a sum of what is owed in part is of that part: "50 percent of the fees", "half of the charge"."""
    if not any(fact.kind == "money" for fact in stated):
        return True
    shares = {reading for fact in values_in(premise) if fact.kind == "percent" for reading in fact.readings}
    is_kept = not shares or any(fact.kind == "percent" and fact.readings & shares for fact in stated)
    is_kept = is_kept or (shares == {"50"} and _HALF.search(said) is not None)
    return is_kept and (not _HALF.search(fold(premise)) or _HALF.search(said) is not None)


def _passes_the_most(written: list[Equation], premise: str, stated: list[Fact]) -> bool:
    """Whether a sum is more than a rule allows, and what it allows is not what is said last: "capped at KES 12,000"."""
    caps = [Decimal(found["most"].replace(",", "")) for found in _AT_MOST.finditer(premise) if found["most"].strip(",")]
    paid = [reading for fact in stated if fact.kind == "money" for reading in fact.readings]
    if not (caps and paid):
        return False
    comes_to = written[-1].result if written else paid[-1]
    return Decimal(comes_to) > min(caps) and Decimal(paid[-1]) != min(caps)


def _all_follow(
    stated: list[Fact], written: list[Equation], days: LedTo, premise: str, sentence: str, evidence: Evidence
) -> bool:
    own = evidence.asked | {reading for fact in values_in(premise) for reading in readings_of(fact)}
    is_told, of_theirs = evidence.is_amount(sentence), party.paid((*evidence.said.texts, *evidence.said.words))

    def is_amount(reading: str) -> bool:
        return is_told(reading) or reading in of_theirs

    sums = derived(sentence, is_amount, "\n".join((evidence.beside, *of_theirs)))
    parts = frozenset(part for ways in sums.values() for way in ways for part in way)
    operands = frozenset(part for each in written for part in each.of) | parts
    reckoned = frozenset(sums) | frozenset(each.result for each in written) | days.counts
    reckoned |= _times(stated, premise, evidence) | counts.beyond(stated, premise, evidence)
    left = days.left | counts.left_of_theirs(premise, evidence)
    if any(found["much"] and found["much"] not in left for found in _LEFT.finditer(sentence)):
        return False
    reckoned |= frozenset(found["much"] or found["after"] or found["owed"] for found in _LEFT.finditer(sentence)) & left
    known = own | (operands & (_priced(evidence) | of_theirs))
    new = [fact for fact in stated if readings_of(fact).isdisjoint(own)]
    is_reckoned = any(not readings_of(fact).isdisjoint(reckoned) for fact in new)
    is_known = all(not readings_of(fact).isdisjoint(known | reckoned) for fact in stated)
    return is_reckoned and is_known and operands <= known | reckoned


def _of_any_year(readings: Collection[str]) -> frozenset[str]:
    """With the days as they are told without a year: who says "1 June" means the one of a year that stands beside."""
    return frozenset(readings) | {f"{ANY_YEAR}/{day.partition('/')[2]}" for day in readings if day.count("/") == 2}


def _times(stated: list[Fact], premise: str, evidence: Evidence) -> frozenset[str]:
    """The dates and hours that follow from those of theirs that the conclusion names; where it names none, from all."""
    of_time = [fact for fact in stated if fact.kind in ("date", "time")]
    named = [fact.text for fact in of_time if not _of_any_year(readings_of(fact)).isdisjoint(evidence.asked)]
    theirs = named or [*evidence.said.texts, *evidence.said.words]
    return own_times.following(f"{premise}\n{evidence.beside}", theirs, evidence.today)


def _priced(evidence: Evidence) -> frozenset[str]:
    """The amounts of things and of orders: what only a passage tells is told for the case that its sentence names."""
    money = frozenset(evidence.told.by_kind.get("money", ()))
    of_passages = frozenset[str]().union(*(unit.values for each in evidence.sources for unit in each.units))
    of_things = frozenset(key(price) for item in evidence.prices.values() for price in item.prices)
    return (money - of_passages) | of_things


def readings_of(fact: Fact) -> frozenset[str]:
    return fact.readings | fact.measures | fact.hours


def _says_no_more(conclusion: str, premise: str, theirs: tuple[str, ...], days: LedTo) -> bool:
    of_premise = terms_of(premise) | frozenset(term for text in theirs for term in terms_of(text))
    known = of_premise | _days_told(conclusion, days) | RECKONS | OF_UNITS | NEUTRAL | talk()
    return says_no_more(conclusion, known)


def _titles_in(text: str, evidence: Evidence) -> Iterator[str]:
    yield from (title for part in evidence.named_in(text) for title in part.titles)


def _days_told(conclusion: str, days: LedTo) -> frozenset[str]:
    """The days of the week that the dates of a conclusion are: "Friday, 4 December"."""
    return frozenset(term for day in _dates_of(values_in(conclusion), days) for term in group_of(DAYS[day.weekday()]))


def _dates_of(stated: list[Fact], days: LedTo) -> list[date]:
    read = {reading for fact in stated if fact.kind == "date" for reading in fact.readings}
    return [
        day for day in days.dates if {f"{day.year}/{day.month}/{day.day}", f"{ANY_YEAR}/{day.month}/{day.day}"} & read
    ]


def _is_in_time(said: str, stated: list[Fact], days: LedTo, evidence: Evidence) -> bool:
    """Whether what is said to hold still, or to be over, is: by the last date that is concluded."""
    holds, is_over = _HOLDS.search(said), _IS_OVER.search(said)
    if not (holds or is_over):
        return True
    ends = _dates_of(stated, days)
    if not ends or evidence.today is None or (holds and is_over):
        return False
    return (evidence.today <= max(ends)) is bool(holds)
