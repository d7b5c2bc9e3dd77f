"""A span of time that runs from a day of theirs: "within 30 days", received on 10 November, is until 10 December."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from journeys.check.theirs.by_calendar import Length, days_led_to, spans_in
from journeys.check.theirs.days_told import Days
from journeys.support.applied.case import CustomerCase, RuleVerdict
from journeys.support.applied.own_days import NamedDay
from knowledge import lexicon
from knowledge.text import fold

_COUNT: Final = r"(?:\d{1,3}|[a-z]{3,8})"
_SPAN: Final = (
    rf"(?:next working day|(?:{_COUNT} to )?{_COUNT} (?:working |business )?(?:day|week|month|year)s?\b"
    rf"|(?:siku|wiki|miezi|mwezi) {_COUNT}(?: za kazi)?)"
)
NEAR: Final = 60  # letters between a day and the word that says what was done on it
MOST: Final = 1  # of each: what is told twice is told of nothing surely


def verdict(case: CustomerCase, sentences: Sequence[str]) -> RuleVerdict | None:
    """Until when that is, and whether the day they ask of is in time; None unless one rule and one day fit."""
    told = {
        (number, span) for sentence in _of_their_thing(sentences, case) for number, span in _told_in(fold(sentence))
    }
    given = [each for number, span in sorted(told) if (each := _given(_rules()[number], span, case)) is not None]
    if len(given) > MOST:
        wanted = [(rule, verdict) for rule, verdict in given if _is_wanted(rule, case)]
        given = wanted
    if len(given) != MOST or _is_unsure(case, " ".join(map(fold, sentences))):
        return None
    return given[0][1]


def _of_their_thing(sentences: Sequence[str], case: CustomerCase) -> Sequence[str]:
    """Of several rows of a table the one that names what they write of: "Headphones, chargers, cables" of earphones."""
    theirs = lexicon.things(case.folded)
    theirs |= {wider for each in theirs if (wider := lexicon.broader(each))}
    rows = [sentence for sentence in sentences if sentence.startswith("\u2022") and any(_told_in(fold(sentence)))]
    named = [row for row in rows if lexicon.things(row.partition(": ")[0]) & theirs]
    return named if len(rows) > MOST and len(named) == MOST else sentences


def question_for(asked: CustomerCase, case: CustomerCase, page: str) -> str:
    """Under which question the page with the rule is found; empty where the page tells another, or none is meant."""
    fitting = [
        str(rule["asks"])
        for rule in _rules()
        if "asks" in rule
        and _is_wanted(rule, asked)
        and any(_is_said_of(rule["since"], day, case) for day in case.days)
    ]
    is_of_another = any("asks" not in rule and rule["rule"].search(fold(page)) for rule in _rules())
    return fitting[0] if len(fitting) == MOST and not is_of_another else ""


def _told_in(sentence: str) -> Iterator[tuple[int, Length]]:
    for number, rule in enumerate(_rules()):
        found = rule["rule"].search(sentence)
        span = next((each for each in spans_in(found[0])), None) if found else None
        if span is not None:
            yield number, span._replace(side=-1 if rule.get("is_before") else 1)


def _is_wanted(rule: Mapping[str, Any], case: CustomerCase) -> bool:
    return "wants" in rule and rule["wants"].search(case.folded) is not None


def _given(rule: Mapping[str, Any], span: Length, case: CustomerCase) -> tuple[Mapping[str, Any], RuleVerdict] | None:
    since = [day for day in case.days if _is_said_of(rule["since"], day, case)]
    others = [day for day in case.days if day not in since and not _is_said_of("other", day, case)]
    if rule.get("is_before"):
        since, others = _arrival(since, others, case)
    if len(since) != MOST or len(others) > MOST or any(day.days.last < case.today for day in others):
        return None
    ends = days_led_to([Days(day, day) for day in since[0].days], span)
    if not ends:
        return None
    values = {"start": since[0].days, "end": Days(min(each.first for each in ends), max(each.last for each in ends))}
    if not others and (rule.get("is_ours") or not rule.get("judges", True)):
        return rule, RuleVerdict("applied_by" if rule.get("is_ours") else "applied_until", values)
    judged = others[0].days if others else Days(case.today, case.today)
    name = (_done_by if rule.get("is_ours") else _in_time)(judged, values["end"])
    if name == "applied_too_late" and "runs_from" in rule and not _is_said_of(rule["runs_from"], since[0], case):
        name = "applied_until"  # it may have come to them later than they bought it
    return (rule, RuleVerdict(name, values | {"judged": judged})) if name else None


def _in_time(judged: Days, end: Days) -> str:
    """Whether the day they ask of surely is, or surely is not; else empty."""
    return "applied_in_time" if judged.last <= end.first else "applied_too_late" if judged.first > end.last else ""


def _done_by(judged: Days, end: Days) -> str:
    """The same of what the business does, which ends on the last day at the latest."""
    return "applied_by_then" if judged.first >= end.last else "applied_not_by_then" if judged.last < end.first else ""


def _arrival(
    since: Sequence[NamedDay], others: Sequence[NamedDay], case: CustomerCase
) -> tuple[list[NamedDay], list[NamedDay]]:
    """The last day ahead is that of the arrival; another may only be today, or the day on which they would cancel."""
    ahead = sorted((day for day in (*since, *others) if day.days.first >= case.today), key=lambda day: day.days)
    last = ahead[-1:] if since and ahead and ahead[-1].days.first > case.today else []
    rest = [day for day in ahead if day not in last]
    is_meant = all(day.days.first == case.today or _is_said_of("ended", day, case) for day in rest)
    return (last, rest) if is_meant else ([], [])


def _is_said_of(event: str, day: NamedDay, case: CustomerCase) -> bool:
    """Whether what happened on a day is what a span runs from, and not what went wrong on it."""
    of_event, of_other = _events()[event], _events()["other"]
    begins = max([0, day.start - NEAR, *(each.end for each in case.days if each.end <= day.start)])
    ends = min([day.end + NEAR, *(each.start for each in case.days if each.start >= day.end)])
    before, after = case.folded[begins : day.start], case.folded[day.end : ends]
    last = max((found.end() for found in of_event.finditer(before)), default=-1)
    if last >= 0:
        return of_other.search(before, last) is None
    # "Returned last Monday, when do I get it back": what was done on the day stands before it.
    return of_event.search(after) is not None and not any(each.search(before) for each in _events().values())


def _is_unsure(case: CustomerCase, told: str) -> bool:
    unsure = _read()["unsure"]
    if re.search(unsure["words"], told) is None:
        return False
    if re.search(unsure["words"], case.folded):
        return True
    return any(_is_within(day.days.first, first, last) for day in case.days for first, last in unsure["of_days"])


def _is_within(day: date, first: str, last: str) -> bool:
    """Of a time of the year, which may go over its end."""
    at = f"{day:%m-%d}"
    return first <= at <= last if first <= last else at >= first or at <= last


@cache
def _read() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(Path(__file__).with_name("spans.toml").read_text(encoding="utf-8"))
    return found


@cache
def _rules() -> list[dict[str, Any]]:
    return [
        rule | {name: re.compile(rule[name].replace("@", _SPAN)) for name in ("rule", "wants") if name in rule}
        for rule in _read()["rules"]
    ]


@cache
def _events() -> dict[str, re.Pattern[str]]:
    return {
        name: re.compile(words) for name, words in (_read()["since"] | {"other": _read()["other"]["words"]}).items()
    }
