"""Whether high, medium and low mean something: of the answers called so, how many cite a passage that answers."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal, NamedTuple
from uuid import UUID

from journeys.support.answering.confidence import HIGH, MEDIUM, doubts, strongest
from knowledge.answer import FoundPassage, extract
from knowledge.embed import Embedder
from knowledge.models import Chunk
from knowledge.search import question
from knowledge.search.search import search
from tenants.scope import tenant_scope
from tests.benchmarks import interval
from tests.benchmarks.library import sets
from tests.benchmarks.library.sets import Collection
from tests.benchmarks.table import Figure
from tools.support.kb_retrieve import snippet_of

Said = Literal["high", "medium", "low"]
LEVELS: Final[tuple[Said, ...]] = ("high", "medium", "low")
LEAST_HIGH: Final = 0.9
LEAST_APART: Final = 0.15
# The rule by which the thresholds are set: so many of what is called so are right on the answers that they are set on.
HIGH_SHARE: Final = 0.93
MEDIUM_SHARE: Final = 0.78
FOLDS: Final = 10
# Fewer than these say nothing about a share.
LEAST_ROWS: Final = 5


class Told(NamedTuple):
    """An answer: how strong its best passage is, whether a word of it doubts, whether it cites what answers."""

    strength: float
    doubts: bool
    is_right: bool


def measure(folder: Path) -> list[Figure]:
    embedder = Embedder()
    collections = [*sets.mtrag(), *sets.tau(), *sets.afriqa()]
    told = [each for one in collections for each in _told(one, sets.fill(one, embedder), embedder)]
    if not told:
        return []
    right: dict[Said, list[bool]] = {level: [] for level in LEVELS}
    for fold in range(FOLDS):
        thresholds = _set_on([one for at, one in enumerate(told) if at % FOLDS != fold])
        for one in told[fold::FOLDS]:
            right[_said(one, *thresholds)].append(one.is_right)
    shares = {level: sum(each) / max(len(each), 1) for level, each in right.items()}
    rows = [f"{level}: {interval.percent(right[level])} of {len(right[level])}" for level in LEVELS if right[level]]
    high, medium = _set_on(told)
    return [
        Figure(
            what="confidence of library answers: right when said", measured="\n".join(rows),
            bar=f"high ≥ {LEAST_HIGH:.0%}, low {LEAST_APART:.0%} below it",
            is_met=shares["high"] >= LEAST_HIGH and shares["high"] - shares["low"] >= LEAST_APART,
            method=f"{len(told)} answers, thresholds set by their rule on nine tenths, tried on the last, ten times; "
            f"right: cites what answers. By the rule on all: {high:.2f} and {medium:.2f}, in use: {HIGH} and {MEDIUM}",
        )
    ]  # fmt: skip


def _set_on(told: list[Told]) -> tuple[float, float]:
    """The thresholds that the rule gives on these answers."""
    high = _lowest([one for one in told if not one.doubts], HIGH_SHARE)
    return high, _lowest([one for one in told if one.strength < high], MEDIUM_SHARE)


def _lowest(told: list[Told], share: float) -> float:
    """The lowest strength from which on so many are right; infinite when there is none."""
    lowest, right = math.inf, 0
    for count, one in enumerate(sorted(told, reverse=True), start=1):
        right += one.is_right
        if count >= LEAST_ROWS and right / count >= share:
            lowest = one.strength
    return lowest


def _said(one: Told, high: float, medium: float) -> Said:
    if one.strength >= high and not one.doubts:
        return "high"
    return "medium" if one.strength >= medium else "low"


def _told(collection: Collection, tenant_id: UUID, embedder: Embedder) -> Iterator[Told]:
    """Each question that is answered."""
    read = question.read_all([(query.text, query.before) for query in collection.queries], embedder)
    with tenant_scope(tenant_id):
        keys = dict(Chunk.objects.values_list("id", "document__key"))
        for query, one in zip(collection.queries, read, strict=True):
            found = search(one)
            hits = sorted(found.hits, key=lambda hit: -hit.score)
            if not found.is_enough:
                continue
            passages = [
                FoundPassage(text=hit.text, title=hit.title, language=hit.language, score=hit.score) for hit in hits
            ]
            quoted = extract(query.whole, passages)
            cited = [hits[place] for place in quoted.cited]
            is_right = any(keys[hit.chunk_id] in query.answers for hit in cited)
            yield Told(strongest([snippet_of(hit) for hit in cited]), doubts(quoted.text), is_right)
