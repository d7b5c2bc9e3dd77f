"""The references that stand in passages, with the passages they lead to: from the graph that ingestion has stored, and
of a model's those that the graph has not.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from uuid import UUID

from journeys.research.hands import CitedPlace
from knowledge import embed
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
from tenants.scope import tenant_scope
from tools.research.facts import ReadPassage

MOST_OF_ONE: Final = 4
"""How many passages of one reference are read: of a long section or a whole document those that answer best."""


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
