"""The library as research reads it: passages for several queries at once, and those at the end of a reference."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from knowledge import embed
from knowledge.injection import honest_part
from knowledge.models import Chunk, Document
from knowledge.search import question
from knowledge.search.found import Filters
from knowledge.search.search import search
from tenants.scope import tenant_scope
from tools.research.facts import KEPT, ReadPassage


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
