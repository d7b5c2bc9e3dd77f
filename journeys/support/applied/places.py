"""A town of theirs beside the few that a page names, and what works only once."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from journeys.local.wordlists import tokens
from journeys.support.applied.case import CustomerCase, RuleVerdict
from knowledge import lexicon
from knowledge.search.terms.glossary import elsewhere, is_place
from knowledge.text import fold

_ONLY_IN: Final = re.compile(r"\bonly (?:in|within|to) (?P<places>[a-z ,]{3,80})")
_ONCE: Final = re.compile(r"\bonly once\b|\bmara moja tu\b")
_AGAIN: Final = re.compile(
    r"\b(?:old|again|same|twice|second time|reuse\w*|zamani|tena|ile ile|hiyo hiyo|mara mbili)\b"
)


def of_places(case: CustomerCase, lines: Sequence[str]) -> RuleVerdict | None:
    """Whether the one town that they name is among the only ones; of what the page says that of."""
    told = [(line, found) for line in lines if (found := _ONLY_IN.search(fold(line)))]
    towns = list(dict.fromkeys(word for word in tokens(case.folded) if is_place(word)))
    if len(told) != 1 or len(towns) != 1 or not lexicon.things(case.folded) & lexicon.things(told[0][0]):
        return None
    town = towns[0]
    only = [word for word in tokens(told[0][1]["places"]) if is_place(word)]
    if town in only or set(elsewhere(town)) & set(only):
        return RuleVerdict("applied_town_in", {"town": town.title()})
    is_elsewhere = all(each in _within() and town not in _within()[each] for each in only)
    return RuleVerdict("applied_town_out", {"town": town.title()}) if only and is_elsewhere else None


def of_once(case: CustomerCase, lines: Sequence[str]) -> RuleVerdict | None:
    told = any(_ONCE.search(fold(line)) for line in lines)
    return RuleVerdict("applied_once") if told and _AGAIN.search(case.folded) else None


@cache
def _within() -> dict[str, frozenset[str]]:
    read: dict[str, str] = tomllib.loads(Path(__file__).with_name("places.toml").read_text(encoding="utf-8"))["within"]
    return {county: frozenset(towns.split()) for county, towns in read.items()}
