"""References told from where they stand: a part of the same section, the one before or after, the chapter around."""

from uuid import UUID

from django.db.models import QuerySet

from knowledge.models import Chunk
from knowledge.references.reference import Destination, Reference
from knowledge.references.sections import AFTER, AROUND, BEFORE, division

# Passages of a section that are shown as its text; longer ones are opened.
MOST_OF_A_SECTION = 40
NEEDED = ("id", "tenant_id", "document_id", "section", "position")


def destination(reference: Reference, here: Chunk) -> Destination | None:
    """Inside the tenant's scope: the passages that it means, seen from this one."""
    rows = Chunk.objects.filter(document_id=here.document_id).order_by("position").only(*NEEDED)
    if reference.target in (BEFORE, AFTER):
        return _beside(here, rows, is_after=reference.target == AFTER)
    if reference.target.startswith(AROUND):
        return _around(reference.target.removeprefix(AROUND), here, rows)
    return _part(reference.target, here, rows)


def _beside(here: Chunk, rows: "QuerySet[Chunk]", *, is_after: bool) -> Destination | None:
    """The nearest section that is neither this one, nor around it, nor a part of it."""
    ways = here.section.split(" > ")
    around = [" > ".join(ways[:depth]) for depth in range(1, len(ways) + 1)]
    others = rows.exclude(section__in=around).exclude(section__startswith=f"{here.section} > ").exclude(section="")
    side = others.filter(position__gt=here.position) if is_after else others.filter(position__lt=here.position)
    found = side.first() if is_after else side.last()
    if found is None:
        return None
    return _whole(rows.filter(section=found.section), here)


def _around(word: str, here: Chunk, rows: "QuerySet[Chunk]") -> Destination | None:
    """What stands under the nearest such heading itself: what it applies to, what its words mean.

    Where nothing does, it leads nowhere: the first of its sections is a section like any other.
    """
    ways = here.section.split(" > ")
    depth = next((depth for depth in range(len(ways), 0, -1) if division(ways[depth - 1]) == word), 0)
    if not depth and division(here.document.title) != word:
        return None
    return _whole(rows.filter(section=" > ".join(ways[:depth])), here)


def _whole(section: "QuerySet[Chunk]", here: Chunk) -> Destination | None:
    """All passages of a section of the same document, if there are any."""
    same = list(section.values_list("pk", "position"))
    if not same:
        return None
    pk, position = same[0]
    span = min(len(same), MOST_OF_A_SECTION)
    return _to(here, pk, position, span=span)


def _part(target: str, here: Chunk, rows: "QuerySet[Chunk]") -> Destination:
    """The passage of the section in which that part begins, else this one."""
    part = target.partition(")")[0] + ")"
    same = rows.filter(section=here.section).values_list("pk", "position", "text")[:MOST_OF_A_SECTION]
    begun = next(((pk, at) for pk, at, text in same if f"\n{part}" in f"\n{text}" or f"\n  {part}" in text), None)
    return _to(here, *(begun or (here.pk, here.position)), span=1)


def _to(here: Chunk, chunk_id: UUID, position: int, *, span: int) -> Destination:
    return Destination(
        document_id=here.document_id, chunk_id=chunk_id, position=position, span=span, how="exact", score=1.0
    )  # fmt: skip
