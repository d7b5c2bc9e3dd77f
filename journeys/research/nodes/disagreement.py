"""Where documents differ, and which of them may be outdated: named in the report, and never settled.

Code finds sentences of different documents that share something and give other values of one unit; a model says which
of them cannot both hold. Without one they do where each gives one value and they share three words of four. A
document may be outdated when one of its title is newer, when it loses such a comparison by its date, or when it says
so itself.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from journeys.check.reading.facts import Fact, facts_in
from journeys.llm import Mind
from journeys.research import measures
from journeys.research.node import ResearchNode
from journeys.research.nodes.synthesize import sentences_of
from journeys.research.words import write
from knowledge.answer.extract import VAGUE, WHEN
from tools.research.facts import ReadPassage, RunFacts

PROMPT: Final = """\
Each of `pairs` holds a sentence of each of two documents, with figures that are not the same.
differing  the numbers of the pairs that cannot both hold: the same thing, in the same case, with another figure. Not
           those about different things, different cases, or a whole and its part. Mostly there are none"""
# Two sentences that share three quarters of their words speak of one thing.
ALIKE: Final = 0.75
# Fewer shared words are chance.
FEWEST, FEWEST_ALIKE = 2, 3
# What a report names without becoming a list of doubts.
MOST: Final = 5
# Each pair may be asked of a model.
MOST_PAIRS: Final = 12
# Pairs grow with their square.
MOST_SENTENCES: Final = 120
OF_VALUES: Final = frozenset({
    "shilling", "percent", "day", "week", "month", "year", "hour", "minut", "under", "after", "befor", "must", "may",
    "both",
})  # fmt: skip
_SAYS_SO: Final = re.compile(
    r"\b(?:superseded|replaced by|no longer (?:valid|applies|in force)|out of date|outdated|haitumiki tena|ist überholt"
    r"|gilt nicht mehr|ersetzt durch)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence with values: what it speaks of, what it stands under, and the values by kind and unit."""

    passage: ReadPassage
    text: str
    matter: frozenset[frozenset[str]]
    heading: frozenset[frozenset[str]]
    values: dict[str, frozenset[str]]


Pair = tuple[Statement, Statement]


class DifferingPairs(BaseModel):
    """Which pairs differ."""

    model_config = ConfigDict(extra="forbid")

    differing: list[int]


NODE: Final = ResearchNode(name="disagreement", prompt=PROMPT, schema=DifferingPairs)


def conflicts(run: RunFacts, mind: Mind) -> list[dict[str, Any]]:
    """Pairs of sentences that differ, with the names of their documents."""
    told = list(_comparable(run))[:MOST_SENTENCES]
    pairs = [pair for pair in combinations(told, 2) if _may_differ(*pair)]
    pairs = sorted(pairs, key=lambda pair: -len(_shared(*pair)))[:MOST_PAIRS]
    differing = _judged(pairs, run.question, mind)
    return [
        {"one": one.text, "first": one.passage.citation, "first_title": one.passage.title, "other": other.text,
         "second": other.passage.citation, "second_title": other.passage.title,
         "newer": _newer(one.passage, other.passage), "older": _newer(one.passage, other.passage, is_older=True)}
        for one, other in differing
    ][:MOST]  # fmt: skip


def _judged(pairs: list[Pair], question: str, mind: Mind) -> list[Pair]:
    facts: dict[str, Any] = {
        "question": question,
        "pairs": [
            {"number": number, "one": one.text, "first": one.passage.citation, "other": other.text,
             "second": other.passage.citation}
            for number, (one, other) in enumerate(pairs, 1)
        ],
    }  # fmt: skip
    answer = NODE.asked(mind, facts) if pairs else None
    if answer is None:
        return [pair for pair in pairs if _differ(*pair)]
    return [pairs[number - 1] for number in answer.differing if 1 <= number <= len(pairs)]


def outdated(run: RunFacts, differing: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Documents that a newer one may have replaced, and why."""
    read = {each.document_id: each for each in run.sources}
    used = {each.chunk_id for each in run.findings}
    found: dict[str, str] = {}
    for one, other in combinations(read.values(), 2):
        if one.title.casefold() == other.title.casefold() and (newer := _newer(one, other)):
            old = other if newer == _edition(one) else one
            found.setdefault(_edition(old), write("why_older", run.language, other=newer))
    for each in differing:
        if each["newer"]:
            found.setdefault(each["older"], write("why_older", run.language, other=each["newer"]))
    for passage in run.sources:
        if passage.chunk_id in used and _SAYS_SO.search(passage.text[:2000]):
            found.setdefault(_edition(passage), write("why_says_so", run.language))
    return [{"title": title, "why": why} for title, why in list(found.items())[:MOST]]


def _comparable(run: RunFacts) -> Iterator[Statement]:
    """The sentences of the findings that give values, each once."""
    seen: set[str] = set()
    for finding in run.findings:
        passage = run.source(finding.chunk_id)
        for text in sentences_of(finding.text):
            values = _values(text)
            if text not in seen and values:
                yield Statement(passage, text, _matter(text), _matter(f"{passage.title} {passage.section}"), values)
            seen.add(text)


def _matter(text: str) -> frozenset[frozenset[str]]:
    """What it speaks of, without its figures and their units."""
    found = (aspect for aspect in measures.aspects_of(text) if not aspect.label.isdigit())
    return frozenset(aspect.sense for aspect in found if not aspect.sense & (WHEN | VAGUE | OF_VALUES))


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


def _may_differ(one: Statement, other: Statement) -> bool:
    """Of different documents, about something in common, with no value of some unit in common."""
    if one.passage.document_id == other.passage.document_id or len(_shared(one, other)) < FEWEST:
        return False
    return any(one.values[name].isdisjoint(other.values[name]) for name in one.values.keys() & other.values.keys())


def _shared(one: Statement, other: Statement) -> frozenset[frozenset[str]]:
    return _common(one.matter | one.heading, other.matter | other.heading)


def _differ(one: Statement, other: Statement) -> bool:
    """Where nobody can judge: of one value each, and nearly the same words besides."""
    shorter, longer = sorted((one.matter, other.matter), key=len)
    shared = len(_common(shorter, longer))
    if shared < max(FEWEST_ALIKE, ALIKE * len(shorter)):
        return False
    same = one.values.keys() & other.values.keys()
    return any(
        len(one.values[name]) == len(other.values[name]) == 1 and one.values[name].isdisjoint(other.values[name])
        for name in same
    )


def _common(one: frozenset[frozenset[str]], other: frozenset[frozenset[str]]) -> frozenset[frozenset[str]]:
    return frozenset(sense for sense in one if any(sense & each for each in other))


def _newer(one: ReadPassage, other: ReadPassage, *, is_older: bool = False) -> str:
    """The newer one by its date, else by its version, or the older one; empty where neither tells."""
    dates = one.last_updated, other.last_updated
    versions = _version(one), _version(other)
    is_first = None
    if dates[0] and dates[1] and dates[0] != dates[1]:
        is_first = dates[0] > dates[1]
    elif all(versions) and versions[0] != versions[1] and one.title.casefold() == other.title.casefold():
        is_first = versions[0] > versions[1]
    return "" if is_first is None else _edition(one if is_first != is_older else other)


def _edition(passage: ReadPassage) -> str:
    """A document as people call it, with what tells its editions apart."""
    return f"{passage.title} ({passage.version or passage.last_updated or passage.document_name})"


def _version(passage: ReadPassage) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,6}", passage.version)[:4])
