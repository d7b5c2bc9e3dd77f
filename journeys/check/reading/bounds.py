"""The numbers between which a line holds: "from 4 to 12", "18 and above", "under 4"."""

import re
from typing import Final

from journeys.check.reading.clauses import expanded
from journeys.check.reading.facts import Fact

_BETWEEN: Final = re.compile(r"\b(?P<least>\d{1,6})(?: ?- ?| to | hadi )(?P<most>\d{1,6})\b")
_BEYOND: Final = re.compile(
    r"\b(?:under|below|up to|within|at most|chini ya|ndani ya(?: siku| miezi| saa)?) (?P<under>\d{1,6})\b"
    r"|\b(?:over|above|from|minimum age:?|zaidi ya|kuanzia) (?P<over>\d{1,6})\b(?! (?:to|hadi))"
    r"|\b(?P<least>\d{1,6}) (?:and|or|na) (?:above|over|older|more|up|zaidi)\b"
)
_IS_OLD: Final = re.compile(r"\A[ -]olds?\b", re.IGNORECASE)


def is_within(fact: Fact, told: str) -> bool:
    """Whether a number lies where a text says that something holds."""
    plain = expanded(told)
    bounds = [(match["least"], match["most"]) for match in _BETWEEN.finditer(plain)]
    bounds += [(match["over"] or match["least"] or "0", match["under"] or "inf") for match in _BEYOND.finditer(plain)]
    return any(float(least) <= float(each) <= float(most) for least, most in bounds for each in fact.readings)


def says_age(fact: Fact) -> bool:
    """Whether it is how old somebody is: "a seven-year-old"."""
    return fact.unit == "year" and _IS_OLD.match(fact.after) is not None
