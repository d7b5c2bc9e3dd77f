"""A document as it is read: page by page from its stored passages, with what each refers to.

A PDF has its pages, a workbook its sheets; anything else is cut into parts of a dozen passages.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from django.db.models import Q

from knowledge.models import Chunk, Document, ReferenceLink
from knowledge.references import StoredReference, references_of

# Passages a part: a few screens, fetched as one reads on.
PART = 12
# References beside a page; more would push the text away.
MOST_HERE = 12
# 120 tokens never have more letters.
_LONGEST_OVERLAP = 2_000


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """One page: its number among all from 1, what it is called, and the passages on it by their positions."""

    number: int
    name: str
    printed: int | None
    first: int
    last: int

    @property
    def is_counted(self) -> bool:
        """Whether its name says already which one of all it is."""
        return self.name in (f"Page {self.number}", f"Part {self.number}")


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A stretch of a passage: plain, or a reference."""

    text: str
    reference: StoredReference | None = None


@dataclass(frozen=True, slots=True)
class PassageOnPage:
    """A passage as it stands on its page: without what the passage before it says already, its heading apart."""

    chunk_id: UUID
    heading: str
    way: str
    pieces: tuple[TextPiece, ...]
    has_injection: bool

    @property
    def references(self) -> list[StoredReference]:
        """Those that lead into the library, each place once."""
        there = {
            (one.resolution.document_id, one.resolution.chunk_ids): one
            for piece in self.pieces
            if (one := piece.reference) is not None and one.resolution.document_id
        }
        return list(there.values())


def list_pages(document: Document) -> list[DocumentPage]:
    """Inside the tenant's scope; none while the document has not been read."""
    rows = document.chunks.order_by("position").values_list("position", "page", "sheet")
    found: list[DocumentPage] = []
    for (page, sheet), group in groupby(rows, key=lambda row: (row[1], row[2])):
        positions = [position for position, *_ in group]
        has_name = bool(page or sheet)
        for at in range(0, len(positions), PART):
            part = positions[at : at + PART]
            number = len(found) + 1
            name = _named(page, sheet) if has_name else f"Part {number}"
            name += f", part {at // PART + 1}" if has_name and len(positions) > PART else ""
            found.append(DocumentPage(number, name, page, part[0], part[-1]))
    return found


def read_page(document: Document, page: DocumentPage) -> list[PassageOnPage]:
    """Inside the tenant's scope: the passages of a page, in order."""
    rows = document.chunks.filter(position__gte=page.first, position__lte=page.last).order_by("position")
    chunks = list(rows.only("id", "tenant_id", "text", "section", "has_injection", "document_id"))
    links = references_of([chunk.pk for chunk in chunks])
    return [
        _shown(chunk, before, links[chunk.pk], document.title)
        for chunk, before in zip(chunks, [None, *chunks], strict=False)
    ]


def list_references_to(chunk: Chunk) -> list[ReferenceLink]:
    """Inside the tenant's scope: where other passages refer to it, its section, or all of its document, best first."""
    first = chunk.document.chunks.filter(section=chunk.section).order_by("position").values("pk")[:1]
    to_it = Q(to_chunk_id__in=[chunk.pk, *first.values_list("pk", flat=True)])
    rows = ReferenceLink.objects.filter(to_it | Q(to_document_id=chunk.document_id, to_chunk=None))
    rows = rows.exclude(chunk=chunk).select_related("chunk", "chunk__document")
    rows = rows.defer("chunk__text", "chunk__words", "chunk__embedding").order_by("to_chunk", "-score", "chunk_id")
    return list({row.chunk_id: row for row in rows[: 4 * MOST_HERE]}.values())[:MOST_HERE]


def _named(page: int | None, sheet: str) -> str:
    return " of ".join(filter(None, (f"Page {page}" if page else "", f"Sheet {sheet}" if sheet else "")))


def _shown(chunk: Chunk, before: Chunk | None, links: list[StoredReference], title: str) -> PassageOnPage:
    """With the headings that are new on the page, and not the document's title once more."""
    goes_on = before is not None and before.section == chunk.section
    start = _overlap(before.text, chunk.text) if before is not None and goes_on else 0
    way, _, name = chunk.section.rpartition(" > ")
    heading = "" if goes_on else name
    if heading and chunk.text.startswith(heading, start):
        start += len(heading)
    is_known = way == title or (before is not None and before.section.rpartition(" > ")[0] == way)
    shown = "" if is_known else way.removeprefix(f"{title} > ").replace(" > ", " / ")
    return PassageOnPage(chunk.pk, heading, shown, tuple(_pieces(chunk.text, start, links)), chunk.has_injection)


def _overlap(before: str, text: str) -> int:
    """How many letters of a text stand at the end of the one before it."""
    end, most = before.rstrip(), min(len(before), len(text), _LONGEST_OVERLAP)
    return next((size for size in range(most, 0, -1) if end.endswith(text[:size])), 0)


def _pieces(text: str, start: int, links: list[StoredReference]) -> Iterator[TextPiece]:
    at = start + len(text[start:]) - len(text[start:].lstrip())
    for link in links:
        reference = link.reference
        if reference.start < at or reference.end > len(text):
            continue
        if reference.start > at:
            yield TextPiece(text[at : reference.start])
        yield TextPiece(text[reference.start : reference.end], link)
        at = reference.end
    if at < len(text):
        yield TextPiece(text[at:].rstrip())
