"""Their age or number beside the limit that a page tells: "16 and above", "under 4 stay free", room for four."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from journeys.support.applied.case import CustomerCase, RuleVerdict
from knowledge.text import fold

MOST_AGES: Final = 4  # of one message
_LEAST: Final = re.compile(
    r"\b(?:age limit|minimum age|umri)\b\W{1,3}(?:from |kuanzia |miaka )?(?P<least>\d{1,2})\b(?P<rest>[^\n]{0,80})"
)
_WITH_A_PARENT: Final = re.compile(r"\b(?:with a parent|with an adult|na mzazi)\b")
_YOUNGER: Final = re.compile(r"\b(?:younger|below|under)\b")
_AFTER: Final = re.compile(r"\bafter (?P<hour>\d\d:\d\d)\b")
_FOR: Final = re.compile(r"\b(?:children|kids|watoto)\b.{0,20}?\bfrom (?P<least>\d{1,2}) to (?P<most>\d{1,2})\b")
_FREE_UNDER: Final = re.compile(r"\bunder (?P<under>\d{1,2})\b.{0,20}\b(?:free|bure)\b")
_HALF: Final = re.compile(r"\bfrom (?P<least>\d{1,2}) to (?P<most>\d{1,2})\b.{0,20}\bhalf\b")
_ROOM: Final = re.compile(r"\b(?:guests|sleeps|seats)\b\W{1,3}(?:up to )?(?P<most>\d{1,2})\b")


class _Paid(NamedTuple):
    least: int
    most: int
    name: str


def of_ages(case: CustomerCase, lines: Sequence[str]) -> list[RuleVerdict]:
    """One for each age; none where a page tells no limit, or several."""
    if not 0 < len(case.ages) <= MOST_AGES:
        return []
    told = [fold(line) for line in lines]
    paid = [each for line in told for each in _paid(line)]
    least = [found for line in told for found in _LEAST.finditer(line)]
    ranges = [found for line in told for found in _FOR.finditer(line)]
    if len(paid) + len(least) + len(ranges) == 0 or len(least) + len(ranges) + bool(paid) != 1:
        return []
    if least:
        judged = [_by_least(age, least[0], case) for age in case.ages]
    elif ranges:
        first, last = int(ranges[0]["least"]), int(ranges[0]["most"])
        judged = [_within(age, first, last) for age in case.ages]
    else:
        judged = [_pays(age, paid) for age in case.ages]
    return [each for each in judged if each is not None] if None not in judged else []


def _by_least(age: int, found: re.Match[str], case: CustomerCase) -> RuleVerdict | None:
    least, rest = int(found["least"]), found["rest"]
    is_young, parent = age < least, _WITH_A_PARENT.search(rest)
    values = {"age": age, "limit": least}
    if after := _AFTER.search(rest):
        is_after = case.hour >= after["hour"]
        name = "applied_age_fits" if not is_young else "applied_age_too_young" if is_after else "applied_age_until"
        return RuleVerdict(name, values | {"hour": after["hour"]})
    if parent and (is_young if _YOUNGER.search(rest) else not is_young):
        return RuleVerdict("applied_age_with_parent", values)
    return RuleVerdict("applied_age_too_young" if is_young else "applied_age_fits", values)


def _within(age: int, least: int, most: int) -> RuleVerdict:
    name = "applied_age_fits_range" if least <= age <= most else "applied_age_outside"
    return RuleVerdict(name, {"age": age, "least": least, "most": most})


def _paid(line: str) -> Iterator[_Paid]:
    for found in _FREE_UNDER.finditer(line):
        yield _Paid(0, int(found["under"]) - 1, "applied_age_free")
    for found in _HALF.finditer(line):
        yield _Paid(int(found["least"]), int(found["most"]), "applied_age_half")


def _pays(age: int, paid: Sequence[_Paid]) -> RuleVerdict | None:
    names = [each.name for each in paid if each.least <= age <= each.most]
    return RuleVerdict(names[0], {"age": age}) if len(names) == 1 else None


def of_guests(case: CustomerCase, lines: Sequence[str]) -> RuleVerdict | None:
    """Whether so many find room where one place has room for a number."""
    rooms = {int(found["most"]) for line in lines for found in _ROOM.finditer(fold(line))}
    if case.guests is None or len(rooms) != 1:
        return None
    most = rooms.pop()
    return RuleVerdict(
        "applied_guests_fit" if case.guests <= most else "applied_guests_many", {"guests": case.guests, "most": most}
    )
