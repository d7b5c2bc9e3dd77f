"""Where documents differ, and which of them may be outdated: code's part of the report, named and never settled.

Two sentences of different documents differ when they speak of the same (half of the words of the shorter one) and give
another value of the same unit. A document may be outdated when one of its title is newer, when it loses such a
comparison by its date, or when it says so itself.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

from journeys.check.facts import Fact, facts_in
from journeys.check.terms import Group, groups_of
from journeys.research.nodes.synthesize import sentences_of
from journeys.research.words import write
from tools.research.facts import ReadPassage, RunFacts

ALIKE: Final = 0.6
FEWEST: Final = 3
MOST: Final = 5
MOST_SENTENCES: Final = 120
_SAYS_SO: Final = re.compile(
    r"\b(?:superseded|replaced by|no longer (?:valid|applies|in force)|out of date|outdated|haitumiki tena|ist überholt"
    r"|gilt nicht mehr|ersetzt durch)\b",
    re.IGNORECASE,
)
Comparable = tuple[ReadPassage, str, list[Group], dict[str, frozenset[str]]]


def conflicts(run: RunFacts) -> list[dict[str, Any]]:
    """Pairs of sentences that differ, with the names of their documents."""
    told = list(_comparable(run))[:MOST_SENTENCES]
    found = [
        {"one": one[1], "first": one[0].citation, "other": other[1], "second": other[0].citation,
         "newer": _newer(one[0], other[0])}
        for one, other in combinations(told, 2)
        if _differ(one, other)
    ]  # fmt: skip
    return found[:MOST]


def outdated(run: RunFacts, differing: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Documents that a newer one may have replaced, and why."""
    read = {each.document_id: each for each in run.sources}
    used = {each.chunk_id for each in run.findings}
    found: dict[str, str] = {}
    for one, other in combinations(read.values(), 2):
        if one.title.casefold() == other.title.casefold() and (newer := _newer(one, other)):
            old = other if newer == one.citation else one
            found.setdefault(old.citation, write("why_older", run.language, other=newer))
    for each in differing:
        if each["newer"]:
            old = each["second"] if each["newer"] == each["first"] else each["first"]
            found.setdefault(old, write("why_older", run.language, other=each["newer"]))
    for passage in run.sources:
        if passage.chunk_id in used and _SAYS_SO.search(passage.text[:2000]):
            found.setdefault(passage.citation, write("why_says_so", run.language))
    return [{"title": title, "why": why} for title, why in list(found.items())[:MOST]]


def _comparable(run: RunFacts) -> Iterator[Comparable]:
    """The sentences of the findings that give values, each once."""
    seen: set[str] = set()
    for finding in run.findings:
        passage = run.source(finding.chunk_id)
        for text in sentences_of(finding.text):
            if text in seen:
                continue
            seen.add(text)
            values = _values(text)
            groups = groups_of(text)
            if values and len(groups) >= FEWEST:
                yield passage, text, groups, values


def _values(text: str) -> dict[str, frozenset[str]]:
    """What a sentence gives, by kind and unit."""
    found: dict[str, frozenset[str]] = {}
    for fact in facts_in(text)[0]:
        name = _name(fact)
        if name:
            found[name] = found.get(name, frozenset()) | fact.readings
    return found


def _name(fact: Fact) -> str:
    """Bare numbers and clock times are compared with nothing: they count too many things."""
    return f"{fact.kind} {fact.unit}".strip() if fact.unit or fact.kind in ("money", "percent") else ""


def _differ(one: Comparable, other: Comparable) -> bool:
    if one[0].document_id == other[0].document_id:
        return False
    shorter, longer = sorted((one[2], other[2]), key=len)
    shared = sum(any(group & each for each in longer) for group in shorter)
    if shared < max(FEWEST, ALIKE * len(shorter)):
        return False
    same = one[3].keys() & other[3].keys()
    return any(one[3][name].isdisjoint(other[3][name]) for name in same)


def _newer(one: ReadPassage, other: ReadPassage) -> str:
    """The citation of the newer one by its date, else by its version; empty where neither tells."""
    if one.last_updated and other.last_updated and one.last_updated != other.last_updated:
        return (one if one.last_updated > other.last_updated else other).citation
    versions = _version(one), _version(other)
    if all(versions) and versions[0] != versions[1] and one.title.casefold() == other.title.casefold():
        return (one if versions[0] > versions[1] else other).citation
    return ""


def _version(passage: ReadPassage) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,6}", passage.version)[:4])
