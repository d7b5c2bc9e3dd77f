"""How well references are found, resolved and followed: in a law's own words, and in a bank's library beside search."""

import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from uuid import UUID

from django.utils import timezone

from knowledge.embed import Embedder
from knowledge.library import intake
from knowledge.load import load
from knowledge.models import Chunk
from knowledge.references import detect, follow, graph, references_of
from knowledge.search import known, question, ranking
from knowledge.search.found import Filters
from tenants.scope import tenant_scope
from tests.benchmarks.library import sets
from tests.benchmarks.table import Figure

BUDGET_TOKENS, DEPTH = 50_000, 2
_NUMBER = re.compile(r"§ (\S+?)\.(?:\s|$)")
# What a reader would write first.
_PLAIN = re.compile(r"§ (\d+[A-Z]?-\d+(?:\.\d+[a-z]?)?)")
Pairs = set[tuple[str, str]]


def measure(folder: Path) -> list[Figure]:
    return [*_law(), *_bank()]


def _law() -> list[Figure]:
    texts = {row["id"]: row for row in sets.rows("dc_code_xrefs/sections.jsonl")}
    truth = {row["section"]: frozenset(row["refs"]) for row in sets.rows("dc_code_xrefs/section_to_refs_even.jsonl")}
    if not truth:
        return []
    tenant_id, took = _ingested(list(texts.values()))
    wanted = {(section, ref) for section, refs in truth.items() for ref in refs}
    plain = {(section, ref) for section in truth for ref in _PLAIN.findall(texts[section]["text"])}
    read = {
        (section, one.target)
        for section in truth
        for one in detect(texts[section]["text"])
        if one.kind == "legal_section" and not one.document_context
    }
    chunks = _by_section(tenant_id)
    linked = _of(set(_linked(tenant_id, truth, chunks)), texts)
    paths = [(a, c) for a, refs in truth.items() for b in refs for c in truth.get(b, ()) if c not in (a, b)]
    steps = _reached(tenant_id, {a for a, _ in paths}, chunks)
    method = (
        f"{len(truth)} sections of a city's property law with {len(wanted)} references, {len(texts):,} sections read"
    )
    return [
        Figure(what="references: a plain regex", measured=_scores(_of(plain, texts), wanted), method=method),
        Figure(what="references: found in the text", measured=_scores(_of(read, texts), wanted), method=method),
        Figure(
            what="references: resolved to the section", measured=_scores(linked, wanted), bar="recall ≥ 0.97",
            is_met=len(linked & wanted) / len(wanted) >= 0.97,
            method=f"each title is one document; the section that the stored link leads to. {took:.1f} s of the "
            "processor to read, cut and link it all",
        ),
        Figure(
            what=f"references: paths of {DEPTH} steps that are reached", bar="≥ 0.95",
            measured=f"{sum(c in steps[a] for a, c in paths) / len(paths):.3f} of {len(paths)}",
            is_met=sum(c in steps[a] for a, c in paths) / len(paths) >= 0.95,
            method=f"from a section's passages, within {BUDGET_TOKENS:,} tokens read",
        ),
    ]  # fmt: skip


def _ingested(rows: Sequence[dict[str, str]]) -> tuple[UUID, float]:
    titles: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        titles[row["title"]].append(row)
    tenant_id = sets.new_tenant("a law")
    began = time.process_time()
    for title, sections in titles.items():
        text = "\n\n".join(f"## § {row['id']}. {row['heading']}\n\n{row['text']}" for row in sections)
        content = f"# Title {title}\n\n{text}\n".encode()
        intake.add(
            tenant_id, content, f"title-{title}.md", now=timezone.now(), embedder=Embedder(), read=load, is_last=False
        )
    graph.bring_up(tenant_id)
    return tenant_id, time.process_time() - began


def _by_section(tenant_id: UUID) -> dict[str, list[Chunk]]:
    found: dict[str, list[Chunk]] = defaultdict(list)
    with tenant_scope(tenant_id):
        for chunk in Chunk.objects.only("id", "tenant_id", "section", "tokens").order_by("document", "position"):
            if number := _NUMBER.search(chunk.section):
                found[number[1]].append(chunk)
    return found


def _linked(tenant_id: UUID, truth: Iterable[str], chunks: dict[str, list[Chunk]]) -> Iterator[tuple[str, str]]:
    section_of = {chunk.pk: section for section, found in chunks.items() for chunk in found}
    with tenant_scope(tenant_id):
        for section in truth:
            for links in references_of([chunk.pk for chunk in chunks[section]]).values():
                for link in links:
                    for chunk_id in link.resolution.chunk_ids:
                        yield section, section_of.get(chunk_id, "")


def _reached(tenant_id: UUID, starts: Iterable[str], chunks: dict[str, list[Chunk]]) -> dict[str, set[str]]:
    section_of = {chunk.pk: section for section, found in chunks.items() for chunk in found}
    tokens = {chunk.pk: chunk.tokens for found in chunks.values() for chunk in found}
    reached: dict[str, set[str]] = defaultdict(set)
    with tenant_scope(tenant_id):
        for start in starts:
            left = BUDGET_TOKENS
            for one in follow([chunk.pk for chunk in chunks[start]], depth=DEPTH, most=400):
                left -= tokens.get(one.hit.chunk_id, 0)
                if left < 0:
                    break
                reached[start].add(section_of.get(one.hit.chunk_id, ""))
    return reached


def _of(pairs: Pairs, texts: Iterable[str]) -> Pairs:
    """Of sections that the library has, and not of themselves."""
    there = set(texts)
    return {(section, ref) for section, ref in pairs if ref in there and ref != section}


def _scores(found: Pairs, wanted: Pairs) -> str:
    right = len(found & wanted)
    precision, recall = right / max(len(found), 1), right / len(wanted)
    return f"precision {precision:.3f}, recall {recall:.3f}"


def _bank() -> list[Figure]:
    return [figure for collection in sets.tau() for figure in _beside_search(collection)]


def _beside_search(collection: sets.Collection) -> list[Figure]:
    embedder = Embedder()
    tenant_id = sets.fill(collection, embedder)
    graph.bring_up(tenant_id)
    asked = [query for query in collection.queries if query.answers]
    plain, followed = [], []
    for query in asked:
        read = question.prepare(query.text, embedder)
        with tenant_scope(tenant_id):
            ranked = ranking.rank(read, Filters(), known.look_up(read))
            keys = dict(Chunk.objects.values_list("document_id", "document__key"))
            found = [keys[one.passage.document_id] for one in ranked]
            near = follow([one.passage.chunk_id for one in ranked[:5]], query=read, depth=1)
            plain.append(found)
            followed.append(_woven(found, [keys[one.hit.document_id] for one in near]))
    return [
        Figure(
            what=f"references: documents of {collection.name} recalled, {name}",
            measured=", ".join(f"@{most} {_recall(rows, asked, most):.3f}" for most in (10, 20)),
            method=f"{len(asked)} conversations, what the customer says as one question, over {len(collection.texts)} "
            "documents",
        )
        for name, rows in (("search alone", plain), ("search and references", followed))
    ]


def _woven(found: list[str], near: list[str]) -> list[str]:
    """The first five that were found, then by turns what these refer to and what else was found."""
    rest = found[5:]
    turns = [one for at in range(max(len(rest), len(near))) for one in (*near[at : at + 1], *rest[at : at + 1])]
    return list(dict.fromkeys([*found[:5], *turns]))


def _recall(rows: list[list[str]], asked: Sequence[sets.Query], most: int) -> float:
    scores = [len(set(row[:most]) & query.answers) / len(query.answers) for row, query in zip(rows, asked, strict=True)]
    return sum(scores) / len(scores)
