"""The library as research reads it: passages for several queries at once, and the references that stand in them.

A reference comes with the passages that it leads to: from the graph that ingestion has stored, and of a model's those
that the graph has not.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final
from uuid import UUID

from journeys.research.hands import CitedPlace
from knowledge import embed
from knowledge.injection import honest_part
from knowledge.models import Chunk, Document
from knowledge.references import (
    OWN_SECTION,
    Reference,
    Resolution,
    StoredReference,
    follow,
    merge,
    references_of,
    resolve,
)
from knowledge.search import question
from knowledge.search.found import Filters
from knowledge.search.search import search
from tenants.scope import tenant_scope
from tools.research.facts import KEPT, ReadPassage

MOST_OF_ONE: Final = 4
"""How many passages of one reference are read: of a long section or a whole document those that answer best."""


def retrieve(tenant_id: UUID, queries: Sequence[str], *, audience: str, top_k: int) -> list[ReadPassage]:
    """The nearest passages of each query, in turns, each once; vectors first, for they may come over the network."""
    asked = question.read_all([(query, "") for query in queries if query.strip()], embed.from_settings())
    filters = Filters(audience=audience or None)
    with tenant_scope(tenant_id):
        found = [search(one, filters=filters, top_k=top_k) for one in asked]
        ranked = [(each.hits or each.near)[:top_k] for each in found]
        in_turns = [hits[place].chunk_id for place in range(top_k) for hits in ranked if place < len(hits)]
        return _passages(dict.fromkeys(in_turns), audience)


def passages(tenant_id: UUID, chunk_ids: Iterable[UUID], *, audience: str) -> list[ReadPassage]:
    """These passages, in this order, as far as they may be read."""
    with tenant_scope(tenant_id):
        return _passages(chunk_ids, audience)


def _passages(chunk_ids: Iterable[UUID], audience: str) -> list[ReadPassage]:
    wanted = list(chunk_ids)
    readable = Filters(audience=audience or None).condition()
    # A report that was kept says only what others say, and those are read themselves.
    read = Document.objects.filter(readable, chunks__in=wanted).exclude(key__startswith=KEPT)
    documents = {each.pk: each for each in read}
    chunks = {each.pk: each for each in Chunk.objects.filter(pk__in=wanted, document__in=documents)}
    found = [_read(chunks[pk], documents[chunks[pk].document_id]) for pk in wanted if pk in chunks]
    return [passage for passage in found if passage.text]


def _read(chunk: Chunk, document: Document) -> ReadPassage:
    """Without what in it gives orders to an assistant."""
    return ReadPassage(
        chunk_id=chunk.pk, document_id=document.pk, title=document.title, section=chunk.section,
        text=honest_part(chunk.text) if chunk.has_injection else chunk.text, document_name=document.file_name,
        version=document.version, page=chunk.page, sheet=chunk.sheet, language=document.language,
        last_updated=document.last_updated,
    )  # fmt: skip


def references_in(
    tenant_id: UUID,
    passages: Sequence[ReadPassage],
    asked: str,
    beside: Sequence[tuple[ReadPassage, Reference]] = (),
    /,
    *,
    audience: str = "",
) -> list[CitedPlace]:
    """Those of these passages, in their order, then a model's; where one leads is chosen by what is asked."""
    if not passages and not beside:
        return []
    read = {passage.chunk_id: passage for passage in passages}
    query = question.prepare(asked, embed.from_settings())
    leads: dict[UUID, list[UUID]] = defaultdict(list)
    within: dict[UUID, list[UUID]] = defaultdict(list)
    filters = Filters(audience=audience or None)
    with tenant_scope(tenant_id):
        stored = references_of(list(read))
        for reached in follow(list(read), query=query, depth=1, filters=filters):
            leads[reached.via.link_id].append(reached.hit.chunk_id)
            if not reached.via.resolution.chunk_ids:  # a whole document, which another passage may name as well
                within[reached.hit.document_id].append(reached.hit.chunk_id)
        further = [
            (passage, one, resolve(
                one, from_document_id=passage.document_id, from_chunk_id=passage.chunk_id, query=query, filters=filters
            ))
            for passage, one in _unknown(beside, stored)
        ]  # fmt: skip
    return [
        *(
            _place(
                read[chunk_id], each.reference, each.resolution,
                leads[each.link_id] or each.resolution.chunk_ids or within[each.resolution.document_id or chunk_id],
            )
            for chunk_id in read
            for each in stored[chunk_id]
        ),
        *(_place(passage, one, to, ()) for passage, one, to in further),
    ]  # fmt: skip


def _unknown(
    beside: Sequence[tuple[ReadPassage, Reference]], stored: Mapping[UUID, Sequence[StoredReference]]
) -> Iterator[tuple[ReadPassage, Reference]]:
    """Of what a model found that which patterns have not, each once."""
    of_passage: dict[UUID, list[tuple[ReadPassage, Reference]]] = defaultdict(list)
    for passage, one in beside:
        of_passage[passage.chunk_id].append((passage, one))
    for chunk_id, found in of_passage.items():
        known = [each.reference for each in stored.get(chunk_id, ())]
        for one in merge(known, [reference for _, reference in found])[len(known) :]:
            yield found[0][0], one


def _place(passage: ReadPassage, reference: Reference, to: Resolution, leads_to: Sequence[UUID]) -> CitedPlace:
    """The second section of one document is another target than that of the next, and so is the one before."""
    where = next(iter(to.chunk_ids), None) if reference.document_context == OWN_SECTION else to.document_id
    return CitedPlace(
        chunk_id=passage.chunk_id, key=f"{where or 'nowhere'}:{reference.key}"[:200], kind=reference.kind,
        target=reference.target, original_text=reference.original_text,
        leads_to=tuple((leads_to or to.chunk_ids)[:MOST_OF_ONE]),
    )  # fmt: skip
