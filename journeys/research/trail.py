"""The references that stand in passages, with the passages they lead to: from the graph that ingestion has stored."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from journeys.research.hands import CitedPlace
from knowledge import embed
from knowledge.references import StoredReference, follow, references_of
from knowledge.search import question
from knowledge.search.found import Filters
from tenants.scope import tenant_scope
from tools.research.facts import ReadPassage

MOST_OF_ONE: Final = 4
"""How many passages of one reference are read: of a long section or a whole document those that answer best."""
_END: Final = re.compile(r"[.!?](?=\s)|\n")


def references_in(
    tenant_id: UUID, passages: Sequence[ReadPassage], asked: str, *, audience: str = ""
) -> list[CitedPlace]:
    """Those of these passages, in their order; where one leads is chosen by what is asked."""
    if not passages:
        return []
    read = {passage.chunk_id: passage for passage in passages}
    query = question.prepare(asked, embed.from_settings())
    leads: dict[UUID, list[UUID]] = defaultdict(list)
    within: dict[UUID, list[UUID]] = defaultdict(list)
    with tenant_scope(tenant_id):
        stored = references_of(list(read))
        for reached in follow(list(read), query=query, depth=1, filters=Filters(audience=audience or None)):
            leads[reached.via.link_id].append(reached.hit.chunk_id)
            if not reached.via.resolution.chunk_ids:  # a whole document, which another passage may name as well
                within[reached.hit.document_id].append(reached.hit.chunk_id)
    return [
        _place(read[chunk_id], each, leads[each.link_id] or within[each.resolution.document_id or chunk_id])
        for chunk_id in read
        for each in stored[chunk_id]
    ]


def _place(passage: ReadPassage, stored: StoredReference, leads_to: Sequence[UUID]) -> CitedPlace:
    """The second section of one document is another target than that of the next."""
    reference, to = stored.reference, stored.resolution
    return CitedPlace(
        chunk_id=passage.chunk_id, key=f"{to.document_id or 'nowhere'}:{reference.key}"[:200], kind=reference.kind,
        target=reference.target, original_text=reference.original_text,
        sentence=_sentence(passage.text, reference.original_text),
        leads_to=tuple((leads_to or to.chunk_ids)[:MOST_OF_ONE]),
    )  # fmt: skip


def _sentence(text: str, original: str) -> str:
    """The sentence around a reference."""
    at = text.find(original)
    if at < 0:
        return original
    begins = max((found.end() for found in _END.finditer(text[:at])), default=0)
    ends = _END.search(text, at + len(original))
    return " ".join(text[begins : ends.end() if ends else len(text)].split())
