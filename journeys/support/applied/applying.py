"""The sentence that applies the rule of an answer to the customer's own case, for the place before the answer."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Final

from journeys.check.theirs.days_told import Days
from journeys.state import ConversationState
from journeys.support.applied import hours, limits, places, spans
from journeys.support.applied.case import CustomerCase, RuleVerdict
from journeys.wording.days import day_name, month_name
from journeys.wording.phrases import say
from knowledge import lexicon

_SENTENCE: Final = re.compile(r"\n|(?<=[.!?]) ")
# What a page excepts from its rules.
_EXCEPTED: Final = re.compile(
    r"\b(?:cannot be|can ?not be|not covered|does not cover|except|haiwezi|haziwezi)\b", re.IGNORECASE
)


def applied(
    questions: Sequence[str], answer: str, passages: Iterable[str], state: ConversationState, now: datetime
) -> str:
    """What holds for what they tell, by the first of the questions that tells enough; empty where nothing surely does.

    `passages` are all that were found: what one of them excepts is told of by no rule of another."""
    lines = [line.strip() for line in _SENTENCE.split(answer) if line.strip()]
    left_out = excepted(passages)
    for question in dict.fromkeys(questions):
        if not lexicon.things(question) & left_out and (given := _verdicts(CustomerCase(question, now), lines)):
            return " ".join(_told(each, state, now.date()) for each in given)
    return ""


def applied_limits(question: str, told: str, state: ConversationState, now: datetime) -> str:
    """What the limit of age or number that a thing is sold with comes to for whom the question tells of; empty where
    it tells of nobody."""
    case, lines = CustomerCase(question, now), told.splitlines()
    guests = limits.of_guests(case, lines)
    given = limits.of_ages(case, lines) or ([guests] if guests is not None else [])
    return " ".join(_told(each, state, now.date()) for each in given)


def _verdicts(case: CustomerCase, lines: Sequence[str]) -> list[RuleVerdict]:
    if ages := limits.of_ages(case, lines):
        return ages
    readers = (
        spans.verdict, hours.of_same_day, places.of_places, places.of_once, limits.of_guests, hours.of_opening,
        hours.of_limit, hours.of_hours_within,
    )  # fmt: skip
    return next(([given] for reader in readers if (given := reader(case, lines)) is not None), [])


def excepted(passages: Iterable[str]) -> frozenset[str]:
    """The things that a page excepts from a rule."""
    sentences = (sentence for passage in passages for sentence in _SENTENCE.split(passage))
    return frozenset[str]().union(*(lexicon.things(each) for each in sentences if _EXCEPTED.search(each)))


def _told(verdict: RuleVerdict, state: ConversationState, today: date) -> str:
    values = {name: _written(value, state, today) for name, value in verdict.values.items()}
    values |= {
        f"{name}_name": day_name(value, state) for name, value in verdict.values.items() if isinstance(value, date)
    }
    words = say(verdict.name, state, **values)
    return words[:1].upper() + words[1:]


def _written(value: object, state: ConversationState, today: date) -> object:
    if isinstance(value, date):
        return say("today", state) if value == today else _date(value, state, today)
    if not isinstance(value, Days):
        return value
    first, last = value
    if first == last:
        return _written(first, state, today)
    if (first.year, first.month) == (last.year, last.month):
        is_whole = first.day == 1
        return f"{month_name(first, state)} {first.year}" if is_whole else f"{first.day}-{_day(last, state, today)}"
    return f"{_day(first, state, today)} - {_day(last, state, today)}"


def _date(day: date, state: ConversationState, today: date) -> str:
    return f"{day_name(day, state)} {_day(day, state, today)}"


def _day(day: date, state: ConversationState, today: date) -> str:
    return f"{day.day} {month_name(day, state)}" + (f" {day.year}" if day.year != today.year else "")
