"""Where references lead: by the number of a section, by the name of a document, else by searching."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from knowledge.embed import from_settings
from knowledge.models import Chunk, Document, SectionLabel
from knowledge.references import numbers, within
from knowledge.references.names import KnownNames, NamedDocument, known
from knowledge.references.reference import NOWHERE, Destination, How, Reference, Resolution
from knowledge.references.sections import OWN_SECTION
from knowledge.search import search
from knowledge.search.found import Filters
from knowledge.search.question import SearchQuestion
from knowledge.search.terms import hours, words
from knowledge.text import fold

# A section's passages that are shown as its text; longer ones are opened.
MOST_PASSAGES = 40
# What a section is worth that is found in the one document that has its plain number, and what a search finds.
FAIR, _OF_SEARCH = 0.6, 0.5
# A reference leads somewhere or nowhere: the best hit counts, and two to compare it with.
_SEARCHED = 3
_EXACT: How = "exact"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledPlace:
    """Where a label stands: the first passage, its place in the document, and how many passages follow."""

    document_id: UUID
    chunk_id: UUID
    position: int
    span: int


Places = dict[str, list[LabelledPlace]]


def resolve(
    reference: Reference,
    *,
    from_document_id: UUID,
    from_chunk_id: UUID | None = None,
    query: SearchQuestion | None = None,
    filters: Filters | None = None,
) -> Resolution:
    """Inside the tenant's scope: the document and passages that a reference of one of its texts means.

    First what is written: the section's number or heading in the document that is named, in the text's own document,
    or in the one document that has it; and documents by name. Then by search: in the document that was found without
    such a section, else in the whole library (`broad`). `query` is what the reader wants to know, and chooses among
    the passages of a document; without it the reference's own words do. Addresses, works that the library does not
    hold and documents that the `filters` keep back lead nowhere.
    """
    if reference.kind == "external":
        return NOWHERE
    filters = filters or Filters()
    if reference.document_context == OWN_SECTION:
        here = Chunk.objects.filter(pk=from_chunk_id).only(*within.NEEDED).first() if from_chunk_id else None
        near = within.destination(reference, here) if here else None
        return _resolution(near, reference, query, filters) if near else NOWHERE
    if reference.kind not in ("academic_numbered", "academic_shortform"):
        found = destination(reference, from_document_id, list_names(), places([reference]))
        if found is not None:
            may_be_read = Document.objects.filter(filters.condition(), pk=found.document_id).exists()
            return _resolution(found, reference, query, filters) if may_be_read else NOWHERE
        if reference.document_context and not numbers.is_telling(reference.target):
            return NOWHERE
    hits = search.search(query_of(reference), filters=filters, top_k=_SEARCHED)
    if not hits.is_enough:
        return NOWHERE
    best = hits.hits[0]
    chunk_ids = tuple(hit.chunk_id for hit in hits.hits if hit.document_id == best.document_id)
    return Resolution(document_id=best.document_id, chunk_ids=chunk_ids, how="broad", score=_OF_SEARCH * best.score)


def destination(
    reference: Reference, from_document_id: UUID, names: KnownNames, standing: Places
) -> Destination | None:
    """Where a reference leads by what is written in it; nothing is asked of the database."""
    if reference.kind in ("legal_section", "section"):
        return _section(reference, from_document_id, names, standing)
    if reference.kind in ("document", "document_mention"):
        return _document(reference, from_document_id, names, standing)
    return None


def keys(reference: Reference) -> list[str]:
    """The labels that a reference may be looked up by, the surest first."""
    if reference.kind in ("legal_section", "section"):
        ends = numbers.as_range(reference.target) or ()
        word, _, number = reference.target.partition(" ")
        # "Clause 4.3" of a contract that numbers its sections without a word.
        bare = number if word and word in numbers.BY_NUMBER_ALONE else ""
        return [key for key in dict.fromkeys((fold(reference.target), bare, reference.through, *ends)) if key]
    return [heading] if (heading := _heading(reference.target)) else []


def places(references: Iterable[Reference]) -> Places:
    """Where the labels of these references stand, in the whole library of the tenant in scope."""
    wanted = {key for reference in references for key in keys(reference)}
    found: Places = defaultdict(list)
    rows = SectionLabel.objects.filter(key__in=wanted).order_by("key", "document__key")
    for key, document_id, chunk_id, position, span in rows.values_list(
        "key", "document_id", "chunk_id", "chunk__position", "span"
    ):
        found[key].append(LabelledPlace(document_id=document_id, chunk_id=chunk_id, position=position, span=span))
    return found


def list_names(among: Sequence[UUID] | None = None) -> KnownNames:
    """What the documents of the tenant in scope are called: titles, files and synonyms."""
    rows = Document.objects.filter(read_at__isnull=False) | Document.objects.filter(status=Document.Status.READY)
    if among is not None:
        rows = rows.filter(pk__in=among)
    return known(
        NamedDocument(row.pk, (row.title, row.file_name, row.key, *(one.name for one in row.synonyms.all())))
        for row in rows.only("id", "tenant_id", "title", "file_name", "key")
        .order_by("key")
        .prefetch_related("synonyms")
    )


def query_of(reference: Reference) -> SearchQuestion:
    """The reference's own words as a question, without a vector: nothing is asked over the network."""
    text = " ".join(filter(None, (reference.original_text, reference.document_context)))
    return SearchQuestion(text, words.of_question(text), None, from_settings().model.key, hours.is_about(text))


def _section(reference: Reference, from_document_id: UUID, names: KnownNames, standing: Places) -> Destination | None:
    there = _labelled(reference, standing)
    context, how, score = from_document_id, _EXACT, 1.0
    if reference.document_context:
        named, how_named, score_named = names.find(reference.document_context)
        if named is not None:
            context, how, score = named, how_named, score_named
        elif not numbers.is_telling(reference.target):
            return None
    inside = next((place for place in there if place.document_id == context), None)
    if inside is not None:
        return _to(inside, reference, standing, how, score)
    is_telling = numbers.is_telling(reference.target)
    may_be_elsewhere = is_telling or (reference.kind == "legal_section" and not reference.document_context)
    if may_be_elsewhere and (elsewhere := _only(there)):
        return _to(elsewhere, reference, standing, "exact", 1.0 if is_telling else FAIR)
    if reference.document_context and context != from_document_id:
        return Destination(document_id=context, how=how, score=score * _OF_SEARCH)
    return None


def _labelled(reference: Reference, standing: Places) -> list[LabelledPlace]:
    for key in keys(reference):
        if key != reference.through and (found := standing.get(key)):
            return found
    return []


def _only(there: list[LabelledPlace]) -> LabelledPlace | None:
    """Where one document alone has it."""
    return there[0] if len({place.document_id for place in there}) == 1 else None


def _to(place: LabelledPlace, reference: Reference, standing: Places, how: How, score: float) -> Destination:
    """A range reaches to the end of its last section, where that stands after the first."""
    ends = numbers.as_range(reference.target)
    through = reference.through or (ends[1] if ends else "")
    last = next((one for one in standing.get(through, ()) if one.document_id == place.document_id), None)
    span = place.span
    if last is not None and last.position >= place.position:
        span = last.position + last.span - place.position
    return Destination(
        document_id=place.document_id, chunk_id=place.chunk_id, position=place.position,
        span=min(span, MOST_PASSAGES), how=how, score=score,
    )  # fmt: skip


def _document(reference: Reference, from_document_id: UUID, names: KnownNames, standing: Places) -> Destination | None:
    name, _, anchor = reference.target.partition("#")
    document_id, how, score = (from_document_id, "exact", 1.0) if anchor and not name else names.find(name)
    if document_id is None:
        return None
    heading = next(
        (place for place in standing.get(_heading(reference.target), ()) if place.document_id == document_id), None
    )
    if heading is not None:
        return _to(heading, reference, standing, how, score)
    if document_id == from_document_id:
        return None
    return Destination(document_id=document_id, how=how, score=score)


def _heading(target: str) -> str:
    """Of "returns.md#money-back"."""
    return fold(target.partition("#")[2].replace("-", " ").replace("_", " "))


def _resolution(found: Destination, reference: Reference, query: SearchQuestion | None, filters: Filters) -> Resolution:
    if found.chunk_id is not None:
        chunk_ids = _row(found.document_id, found.chunk_id, found.span)
    else:
        scoped = replace(filters, document_ids=[found.document_id])
        hits = search.search(query or query_of(reference), filters=scoped, top_k=_SEARCHED)
        chunk_ids = tuple(hit.chunk_id for hit in hits.hits or hits.near) or opening(found.document_id)
    return Resolution(document_id=found.document_id, chunk_ids=chunk_ids, how=found.how, score=found.score)


def _row(document_id: UUID, chunk_id: UUID, span: int) -> tuple[UUID, ...]:
    """So many passages in a row, from this one on."""
    position = Chunk.objects.filter(pk=chunk_id).values("position")[:1]
    rows = Chunk.objects.filter(document_id=document_id, position__gte=position).order_by("position")
    return tuple(rows.values_list("pk", flat=True)[:span])


def opening(document_id: UUID) -> tuple[UUID, ...]:
    """The first passage of a document or section."""
    return tuple(Chunk.objects.filter(document_id=document_id).order_by("position").values_list("pk", flat=True)[:1])
