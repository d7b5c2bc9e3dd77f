"""How well the library finds, answers and refuses, beside BM25 alone, where collections lie beside it.

With BENCH_EMBEDDING_URL (and _MODEL, _KEY) set, by the vectors of that OpenAI-compatible endpoint too.
"""

import math
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from uuid import UUID

from knowledge.embed import Embedder, EmbeddingModel
from knowledge.models import Chunk
from knowledge.search import known, question, ranking
from knowledge.search.found import Filters
from knowledge.search.search import search
from knowledge.text import words
from tenants.scope import tenant_scope
from tests.benchmarks.library import sets
from tests.benchmarks.library.bm25 import Bm25, stems
from tests.benchmarks.library.sets import Collection, Query
from tests.benchmarks.table import Figure

Ranked = list[list[str]]
_PATIENCE = 60.0


def measure(folder: Path) -> list[Figure]:
    return [figure for embedder in _embedders() for figure in _measure(embedder)]


def _embedders() -> Iterator[Embedder]:
    yield Embedder()
    if url := os.environ.get("BENCH_EMBEDDING_URL"):
        model = EmbeddingModel("openai", os.environ.get("BENCH_EMBEDDING_MODEL", "text-embedding-3-small"))
        yield Embedder(model, url, os.environ.get("BENCH_EMBEDDING_KEY"), timeout_seconds=_PATIENCE)


def _measure(embedder: Embedder) -> list[Figure]:
    figures: list[Figure] = []
    libraries = {one.name: (one, sets.fill(one, embedder)) for one in sets.mtrag()}
    for collection, tenant_id in libraries.values():
        figures += _finding(collection, tenant_id, embedder, "recall@5, nDCG@10", _recall_5, _ndcg_10)
    figures += _refusing(libraries, embedder)
    for collection in sets.tau():
        tenant_id = sets.fill(collection, embedder)
        figures += _finding(collection, tenant_id, embedder, "document recall@10, @20", _recall_10, _recall_20)
    for collection in sets.afriqa():
        tenant_id = sets.fill(collection, embedder)
        figures += _finding(collection, tenant_id, embedder, "hit@5, nDCG@10", _hit_5, _ndcg_10)
    return figures


Score = Callable[[list[str], frozenset[str]], float]


def _finding(
    collection: Collection, tenant_id: UUID, embedder: Embedder, named: str, first: Score, second: Score
) -> list[Figure]:
    asked = [query for query in collection.queries if query.answers]
    ours = _ours(asked, tenant_id, embedder)
    texts = [f"{text.title}\n{text.text}" for text in collection.texts]
    rows = {"ours": ours} | {
        name: [
            [collection.texts[at].id for at in bm25.rank(query.whole, 20)] for query in asked
        ]
        for name, bm25 in (("BM25 of words", Bm25(texts, words)), ("BM25 of stems", Bm25(texts, stems)))
    }  # fmt: skip
    scored = {
        name: (
            fmean(first(found, query.answers) for found, query in zip(ranked, asked, strict=True)),
            fmean(second(found, query.answers) for found, query in zip(ranked, asked, strict=True)),
        )
        for name, ranked in rows.items()
    }
    best = [max(scored[name][at] for name in scored if name != "ours") for at in (0, 1)]
    return [
        Figure(
            what=f"{collection.name}, {embedder.model.key}: {named}",
            measured="\n".join(f"{name}: {one:.3f}, {two:.3f}" for name, (one, two) in scored.items()),
            method=f"{len(asked)} questions over {len(texts):,} passages",
            bar="better than BM25 alone", is_met=scored["ours"][0] > best[0] and scored["ours"][1] >= best[1],
        )
    ]  # fmt: skip


def _ours(asked: Sequence[Query], tenant_id: UUID, embedder: Embedder) -> Ranked:
    """As the search shows them, and behind those the rest of the ranking."""
    found = []
    read = question.read_all([(query.text, query.before) for query in asked], embedder)
    with tenant_scope(tenant_id):
        keys = dict(Chunk.objects.values_list("id", "document__key"))
        for one in read:
            shown = [hit.chunk_id for hit in search(one).hits]
            ranked = [candidate.passage.chunk_id for candidate in ranking.rank(one, Filters(), known.read(one))]
            found.append([keys[id_] for id_ in dict.fromkeys([*shown, *ranked])])
    return found


def _refusing(libraries: dict[str, tuple[Collection, UUID]], embedder: Embedder) -> list[Figure]:
    """Near the topic: questions that nothing in the same collection answers. Far: those of the other collection."""
    near, far, answered = [], [], []
    for name, (collection, tenant_id) in libraries.items():
        others = [query for other, (one, _) in libraries.items() if other != name for query in one.queries]
        decided = _decided(collection.queries, tenant_id, embedder)
        for query, is_enough in zip(collection.queries, decided, strict=True):
            (answered if query.is_answerable else near).append(is_enough)
        far += _decided(others, tenant_id, embedder)
    if not near:
        return []
    refused = near.count(False)
    f1 = 2 * refused / (2 * refused + near.count(True) + answered.count(False))
    return [
        Figure(
            what=f"mtrag, {embedder.model.key}: refusals",
            measured=f"F1 {f1:.3f}; answered when answerable {fmean(answered):.0%}; refused near the topic "
            f"{1 - fmean(near):.0%}; refused off the topic {1 - fmean(far):.0%}",
            method=f"{len(answered)} answerable, {len(near)} unanswerable near the topic, {len(far)} off it",
        )
    ]  # fmt: skip


def _decided(queries: Sequence[Query], tenant_id: UUID, embedder: Embedder) -> list[bool]:
    read = question.read_all([(query.text, query.before) for query in queries], embedder)
    with tenant_scope(tenant_id):
        return [search(one).is_enough for one in read]


def _recall(found: list[str], answers: frozenset[str], most: int) -> float:
    return len(set(found[:most]) & answers) / len(answers)


def _recall_5(found: list[str], answers: frozenset[str]) -> float:
    return _recall(found, answers, 5)


def _recall_10(found: list[str], answers: frozenset[str]) -> float:
    return _recall(found, answers, 10)


def _recall_20(found: list[str], answers: frozenset[str]) -> float:
    return _recall(found, answers, 20)


def _hit_5(found: list[str], answers: frozenset[str]) -> float:
    return float(bool(set(found[:5]) & answers))


def _ndcg_10(found: list[str], answers: frozenset[str]) -> float:
    gained = sum(1 / math.log2(at + 2) for at, one in enumerate(found[:10]) if one in answers)
    return gained / sum(1 / math.log2(at + 2) for at in range(min(10, len(answers))))
