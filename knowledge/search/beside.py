"""What stands beside the passages that were found: a rule's conditions follow it under a heading of their own.

A passage is as small as what answers one question; who reads it in order to answer more than that needs its neighbours.
"""

from collections.abc import Sequence

from django.db.models import F
from django.db.models.functions import Abs

from knowledge.models import Chunk
from knowledge.search.found import Hit

NEAR_THE_BEST = 0.5
"""A passage half as good as the best says something else; what is worse is found by the way."""
# Of the best so many; what stands beside others is further from the question than they are.
BESIDE_THE_BEST = 2
# So many passages before and after it.
REACH = 4
# What a citation says of them: no vector is read, and no document whole.
_CITED = ("document", "position", "text", "section", "page", "sheet", "category", "has_injection")
_CITED_OF_ITS_DOCUMENT = ("title", "kind", "file_name", "version", "language")


def beside(hits: Sequence[Hit], characters: int) -> list[Hit]:
    """The neighbours of the best hits in their documents, nearest first, as long as they fit into so many characters.

    Those of the best hit come first. Their score is 0: nothing was found in them, or no more than by the way. In an
    open tenant scope."""
    near = near_the_best(hits)
    best = [hit.chunk_id for hit in near[:BESIDE_THE_BEST]]
    if not best or characters <= 0:
        return []
    of = "document__chunks"
    rows = (
        Chunk.objects.filter(
            document__chunks__in=best,
            position__gte=F(f"{of}__position") - REACH,
            position__lte=F(f"{of}__position") + REACH,
        )
        .exclude(id__in=[hit.chunk_id for hit in near])
        .annotate(of=F(f"{of}__id"), distance=Abs(F("position") - F(f"{of}__position")))
        .select_related("document")
        .only(*_CITED, *(f"document__{name}" for name in _CITED_OF_ITS_DOCUMENT))
    )
    nearest = sorted(rows, key=lambda row: (best.index(row.of), row.distance, row.position))
    found: dict[object, Hit] = {}
    for row in nearest:
        characters -= len(row.text) if row.id not in found else 0
        if characters < 0:
            break
        found.setdefault(row.id, _hit(row))
    return list(found.values())


def near_the_best(hits: Sequence[Hit]) -> list[Hit]:
    best = max((hit.score for hit in hits), default=0.0)
    return [hit for hit in hits if hit.score >= best * NEAR_THE_BEST]


def _hit(row: Chunk) -> Hit:
    document = row.document
    return Hit(
        row.id, document.id, row.section, row.text, row.page, row.sheet, row.category, row.has_injection,
        document.title, document.kind, document.file_name, document.version, document.language,
    )  # fmt: skip
