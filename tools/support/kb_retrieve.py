"""Searches the tenant's library; and says whether what is nearest answers it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from pydantic import Field

from knowledge import embed
from knowledge.search import question
from knowledge.search.beside import beside
from knowledge.search.found import Filters, Found, Hit, merged
from knowledge.search.search import search
from tenants.scope import tenant_scope
from tools.contract import Args, Result, Tool, ToolContext

MOST_LIKELY: Final = 12
"""Beyond these a section is as unlikely as any."""


class LikelySection(Args):
    """A section of a document, by the document's key and the way to it."""

    document: str = Field(max_length=200)
    section: str = Field(max_length=400)
    likely: float = Field(ge=0, le=1)


class KbRetrieveArgs(Args):
    """What to look for."""

    query: str = Field(min_length=1, max_length=1000, description="The customer's question.")
    before: str = Field("", max_length=1000, description="Their question before it, if this one goes on from that.")
    others: list[str] = Field(default_factory=list, max_length=3, description="The same question in other words.")
    types: list[str] = Field(default_factory=list, description="Only these kinds: policy, faq, doc, sop, summary.")
    language: str | None = Field(None, max_length=8, description="Only documents in this language.")
    audience: str | None = Field(None, max_length=40, description="Only documents for this audience.")
    document_ids: list[str] = Field(default_factory=list, description="Only these documents.")
    sections: list[LikelySection] = Field(
        default_factory=list, max_length=MOST_LIKELY,
        description="Of which sections the question likely is, by what customers ask of them.",
    )  # fmt: skip
    top_k: int = Field(8, ge=1, le=8, description="How many passages at most.")
    beside: int = Field(
        0, ge=0, le=8_000, description="So many characters of what stands beside the best in their documents, too."
    )


class Snippet(Result):
    """One passage, with what a citation of it says."""

    chunk_id: str
    document_id: str
    text: str = Field(description="What may be read and quoted; empty when all of it may be an order.")
    title: str
    section: str
    file_name: str
    version: str
    kind: str
    language: str
    page: int | None
    sheet: str | None
    score: float = Field(description="0 to 1; comparable within one embedding model only.")
    strength: float = Field(0.0, description="Its evidence as a multiple of a strong answer's in this library.")
    asked: float = Field(0.0, description="How near the question is to one that customers ask of its section, 0 to 1.")
    is_beside: bool = Field(False, description="It was not found, but stands beside one that was in its document.")
    injection: bool = Field(description="Instructions aimed at an assistant stood in it, and were left out.")


class KbRetrieveResult(Result):
    """The nearest passages, best first, then what stands beside them; whether they answer is what `is_enough` says."""

    is_enough: bool
    is_empty_library: bool
    snippets: list[Snippet]
    best_score: float
    mean_score: float
    threshold: float
    decision: str = Field(description="Why: enough, empty_library, too_few_hits, low_scores ...")
    is_about_hours: bool = Field(False, description="The question is about opening hours or a schedule.")


def run(args: KbRetrieveArgs, context: ToolContext) -> KbRetrieveResult:
    """The questions' vectors first, for they may come over the network; then one short scope."""
    told = [(args.query, args.before), *((other, "") for other in args.others if other.strip())]
    asked = question.read_all(told, embed.from_settings())
    likely = {(one.document, one.section): one.likely for one in args.sections}
    asked[0] = replace(asked[0], sections=likely)
    with tenant_scope(context.tenant_id):
        found = merged([search(one, filters=_filters(args), top_k=args.top_k) for one in asked], args.top_k)
        neighbours = beside(found.hits or found.near, args.beside)
    return _told(found, neighbours)


def _filters(args: KbRetrieveArgs) -> Filters:
    return Filters(
        types=args.types, language=args.language, audience=args.audience, document_ids=_ids(args.document_ids)
    )


def _ids(named: Iterable[str]) -> list[UUID]:
    """An id that is none names no document; naming only such ones finds nothing."""
    ids = list(_readable(named))
    return ids or ([UUID(int=0)] if list(named) else [])


def _readable(named: Iterable[str]) -> Iterator[UUID]:
    for one in named:
        try:
            yield UUID(one)
        except ValueError:
            continue


def _told(found: Found, neighbours: Sequence[Hit]) -> KbRetrieveResult:
    stand_beside = {hit.chunk_id for hit in neighbours}
    return KbRetrieveResult(
        is_enough=found.is_enough,
        is_empty_library=found.is_empty_library,
        snippets=[
            *(snippet_of(hit) for hit in found.hits or found.near if hit.chunk_id not in stand_beside),
            *(snippet_of(hit).model_copy(update={"is_beside": True}) for hit in neighbours),
        ],
        best_score=found.best_score,
        mean_score=found.mean_score,
        threshold=found.threshold,
        decision=found.decision,
        is_about_hours=found.is_about_hours,
    )


def snippet_of(hit: Hit) -> Snippet:
    return Snippet(
        chunk_id=str(hit.chunk_id), document_id=str(hit.document_id), text=hit.quotable, title=hit.plain(hit.title),
        section=hit.plain(hit.section), file_name=hit.file_name, version=hit.version, kind=hit.kind,
        language=hit.language, page=hit.page, sheet=hit.sheet or None, score=hit.score, strength=hit.strength,
        asked=hit.asked, injection=hit.has_injection,
    )  # fmt: skip


TOOL = Tool(
    name="kb_retrieve",
    effect="read",
    description="Search the tenant's documents; says when nothing in them answers.",
    args=KbRetrieveArgs,
    result=KbRetrieveResult,
    run=run,
    network=True,
)
