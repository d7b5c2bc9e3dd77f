"""A library for tests: documents given as sections, embedded, counted and calibrated like an ingested one."""

from hashlib import sha1
from typing import Any
from uuid import UUID

from knowledge.calibration.calibrate import calibrate
from knowledge.embed import Embedder
from knowledge.library import storing
from knowledge.models import Chunk, Document
from knowledge.search import question
from knowledge.search.found import Filters, Found
from knowledge.search.search import search
from knowledge.search.terms import words
from tenants.scope import tenant_scope

FAQ = {
    "Delivery": "We deliver in Nairobi within 24 hours for 200 shillings. Outside Nairobi it takes three days.",
    "Returns": "Unworn goods can be returned within 14 days with the receipt, and the money is refunded to M-Pesa.",
    "Warranty": "Electronics carry a warranty of 12 months against faults of manufacture.",
    "Opening hours": "The shop is open Monday to Saturday 8:00 am to 7:00 pm, Sunday 10:00 am to 4:00 pm.",
    "Payment": "We accept M-Pesa, Visa and cash on delivery.",
}


def write(tenant_id: UUID, title: str, sections: dict[str, str], *, is_last: bool = True, **fields: Any) -> Document:
    """A document, read and ready to be searched when it is the last of them."""
    embedder = Embedder()
    with tenant_scope(tenant_id):
        document = Document.objects.create(
            **({"key": title, "title": title, "file_name": f"{title}.md", "status": Document.Status.READY} | fields)
        )
        room = storing.take_places(len(sections))
        for position, (section, text) in enumerate(sections.items()):
            whole = f"{title}\n{section}\n{text}"
            Chunk.objects.create(
                document=document, position=position, place=room[position],
                text=text, section=section, tokens=len(text) // 4,
                sha1=sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest(),
                embedding=embedder.embed_query(whole), embedding_model=embedder.model.key,
                words=words.of_passage(whole), has_times=words.has_times(text),
            )  # fmt: skip
    if is_last:
        calibrate(tenant_id, embedder)
    return document


def ask(tenant_id: UUID, text: str, **filters: Any) -> Found:
    """As kb_retrieve does it."""
    asked = question.prepare(text, Embedder())
    with tenant_scope(tenant_id):
        return search(asked, filters=Filters(**filters))
