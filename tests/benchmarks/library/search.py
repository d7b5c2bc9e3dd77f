"""How well the library finds, answers and refuses, beside BM25 alone, where collections lie beside it.

By the built-in vectors; by E5's too, over smaller collections, where the extra is installed; and with
BENCH_EMBEDDING_URL (and _MODEL, _KEY) set, by those of that OpenAI-compatible endpoint.
"""

import math
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from uuid import UUID

from knowledge.embed import E5, Embedder, EmbeddingModel, e5
from knowledge.models import Chunk
from knowledge.search import known, question, ranking
from knowledge.search.found import Filters
from knowledge.search.search import search
from knowledge.text import words
from tenants.scope import tenant_scope
from tests.benchmarks import interval
from tests.benchmarks.library import sets
from tests.benchmarks.library.bm25 import Bm25, stems
from tests.benchmarks.library.sets import Collection, Query
from tests.benchmarks.table import Figure

Ranked = list[list[str]]
_PATIENCE = 60.0
# A passage takes E5 a tenth of a second and more.
MOST_FOR_E5 = 800
LEAST_ANSWERED, LEAST_REFUSED, LEAST_F1 = 0.85, 0.70, 0.68


def measure(folder: Path) -> list[Figure]:
    return [figure for embedder in _embedders() for figure in _measure(embedder)]


def _embedders() -> Iterator[Embedder]:
    yield Embedder()
    if e5.is_usable():
        yield Embedder(E5)
    if url := os.environ.get("BENCH_EMBEDDING_URL"):
        model = EmbeddingModel("openai", os.environ.get("BENCH_EMBEDDING_MODEL", "text-embedding-3-small"))
        yield Embedder(model, url, os.environ.get("BENCH_EMBEDDING_KEY"), timeout_seconds=_PATIENCE)


def _measure(embedder: Embedder) -> list[Figure]:
    figures: list[Figure] = []
    libraries = {one.name: (one, sets.fill(one, embedder)) for one in sets.mtrag()}
    for collection, tenant_id in libraries.values():
        figures += _finding(collection, tenant_id, embedder, "recall@5, nDCG@10", _recall_5, _ndcg_10)
    figures += _refusing(libraries, embedder)
    for collection in () if embedder.model == E5 else sets.tau():
        tenant_id = sets.fill(collection, embedder)
        figures += _finding(collection, tenant_id, embedder, "document recall@10, @20", _recall_10, _recall_20)
    for collection in (*sets.afriqa(), *sets.swahili()):
        part = sets.part(collection, MOST_FOR_E5) if embedder.model == E5 else collection
        tenant_id = sets.fill(part, embedder)
        figures += _finding(part, tenant_id, embedder, "hit@10, nDCG@10", _hit_10, _ndcg_10)
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
        name: [
            [score(found, query.answers) for found, query in zip(ranked, asked, strict=True)]
            for score in (first, second)
        ]
        for name, ranked in rows.items()
    }  # fmt: skip
    best = [max(fmean(scored[name][at]) for name in scored if name != "ours") for at in (0, 1)]
    return [
        Figure(
            what=f"{collection.name}, {embedder.model.key}: {named}",
            measured="\n".join(f"{name}: {', '.join(map(interval.fraction, both))}" for name, both in scored.items()),
            method=f"{len(asked)} questions over {len(texts):,} passages; between brackets what 95 of 100 draws give",
            bar="better than BM25 alone",
            is_met=fmean(scored["ours"][0]) > best[0] and fmean(scored["ours"][1]) >= best[1],
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
            ranked = [candidate.passage.chunk_id for candidate in ranking.rank(one, Filters(), known.look_up(one))]
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
    said = [(is_enough, True) for is_enough in answered] + [(is_enough, False) for is_enough in near]
    f1, low, high = interval.of_rows(said, _f1)
    is_met = fmean(answered) >= LEAST_ANSWERED and 1 - fmean(near) >= LEAST_REFUSED and f1 >= LEAST_F1
    return [
        Figure(
            what=f"mtrag, {embedder.model.key}: refusals", is_met=is_met,
            bar=f"answered ≥ {LEAST_ANSWERED:.0%}, refused near ≥ {LEAST_REFUSED:.0%}, F1 ≥ {LEAST_F1}",
            measured=f"F1 {f1:.3f} ({low:.3f} to {high:.3f}); answered when answerable {interval.percent(answered)}; "
            f"refused near the topic {interval.percent([not each for each in near])}; "
            f"refused off the topic {interval.percent([not each for each in far])}",
            method=f"{len(answered)} answerable, {len(near)} unanswerable near the topic, {len(far)} off it",
        )
    ]  # fmt: skip


def _f1(said: Sequence[tuple[bool, bool]]) -> float:
    """Of refusals."""
    refused = sum(not is_enough for is_enough, _ in said)
    rightly = sum(not is_enough and not is_answerable for is_enough, is_answerable in said)
    unanswerable = sum(not is_answerable for _, is_answerable in said)
    return 2 * rightly / max(refused + unanswerable, 1)


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


def _hit_10(found: list[str], answers: frozenset[str]) -> float:
    return float(bool(set(found[:10]) & answers))


def _ndcg_10(found: list[str], answers: frozenset[str]) -> float:
    gained = sum(1 / math.log2(at + 2) for at, one in enumerate(found[:10]) if one in answers)
    return gained / sum(1 / math.log2(at + 2) for at in range(min(10, len(answers))))
