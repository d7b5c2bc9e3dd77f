"""Whether high, medium and low mean something: of the answers called so, how many cite a passage that answers."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal
from uuid import UUID

from journeys.support.answering.confidence import confidence_of
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


def measure(folder: Path) -> list[Figure]:
    embedder = Embedder()
    collections = [*sets.mtrag(), *sets.tau(), *sets.afriqa()]
    told = [each for one in collections for each in _told(one, sets.fill(one, embedder), embedder)]
    held_back = told[1::2]  # the thresholds were set on the others
    if not held_back:
        return []
    right = {level: [is_right for said, is_right in held_back if said == level] for level in LEVELS}
    shares = {level: sum(each) / max(len(each), 1) for level, each in right.items()}
    rows = [f"{level}: {interval.percent(right[level])} of {len(right[level])}" for level in LEVELS if right[level]]
    return [
        Figure(
            what="confidence of library answers: right when said", measured="\n".join(rows),
            bar=f"high ≥ {LEAST_HIGH:.0%}, low {LEAST_APART:.0%} below it",
            is_met=shares["high"] >= LEAST_HIGH and shares["high"] - shares["low"] >= LEAST_APART,
            method=f"{len(held_back)} answers to questions that no threshold was set on; right: cites what answers",
        )
    ]  # fmt: skip


def _told(collection: Collection, tenant_id: UUID, embedder: Embedder) -> Iterator[tuple[Said, bool]]:
    """Of each question that is answered, how sure it is said to be, and whether a passage that answers is cited."""
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
            yield confidence_of(quoted.text, [snippet_of(hit) for hit in cited]), is_right
