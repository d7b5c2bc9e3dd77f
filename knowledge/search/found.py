"""What a search takes and what it gives."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal
from uuid import UUID

from django.db.models import Q

from knowledge.injection import honest_part, suspicion
from knowledge.models import Document

Decision = Literal["enough", "empty_library", "too_few_hits", "low_scores"]
# Eight passages, as was specified.
MOST_HITS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a passage's document must be; what is left empty does not matter."""

    types: Sequence[str] = ()
    language: str | None = None
    audience: str | None = None
    document_ids: Sequence[UUID] = ()

    def condition(self) -> Q:
        """The filters as a condition on documents; inactive, unread, refused and unapproved ones are never searched."""
        wanted = Q(status=Document.Status.READY, is_active=True)
        if self.types:
            wanted &= Q(kind__in=self.types)
        if self.language:
            wanted &= Q(language=self.language)
        if self.audience:
            wanted &= Q(audience__in=(self.audience, ""))
        if self.document_ids:
            wanted &= Q(id__in=self.document_ids)
        return wanted

    def wanted(self) -> list[str]:
        """The same condition as SQL with named parameters: a search has no time to have it composed."""
        conditions = {
            "status = 'ready' AND is_active": True,
            "kind = ANY(%(types)s)": self.types,
            "language = %(language)s": self.language,
            "audience IN (%(audience)s, '')": self.audience,
            "id = ANY(%(document_ids)s)": self.document_ids,
        }
        return [condition for condition, is_asked in conditions.items() if is_asked]


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage, what a citation of it says, and how well it answers: 0.5 is just enough, 1 as good as it gets here.

    `strength` is its evidence as a multiple of that of a strong answer: it goes on where the score ends.
    `asked` is how near the question is to one that customers ask of its section, 0 to 1."""

    chunk_id: UUID
    document_id: UUID
    section: str
    text: str
    page: int | None
    sheet: str
    category: str
    has_injection: bool
    title: str
    kind: str
    file_name: str
    version: str
    language: str
    score: float = 0.0
    strength: float = 0.0
    asked: float = 0.0

    @property
    def quotable(self) -> str:
        """What of the passage may be read out; empty when an order in it cannot be told apart from the rest."""
        return honest_part(self.text) if self.has_injection else self.text

    def plain(self, name: str) -> str:
        """The name of the document or section, unless the order to an assistant stands in that."""
        return "" if self.has_injection and suspicion(name) else name


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The nearest passages, best first, and whether they answer; `near` are the first few, whatever their score."""

    decision: Decision
    hits: list[Hit] = field(default_factory=list)
    near: list[Hit] = field(default_factory=list)
    best_score: float = 0.0
    mean_score: float = 0.0
    threshold: float = 0.5
    is_about_hours: bool = False

    @property
    def is_enough(self) -> bool:
        return self.decision == "enough"

    @property
    def is_empty_library(self) -> bool:
        return self.decision == "empty_library"


def merged(found: Sequence[Found], top_k: int = MOST_HITS) -> Found:
    """What several wordings of one question found: each passage once, as well as it answers any of them."""
    if len(found) == 1:
        return found[0]
    best: dict[UUID, Hit] = {}
    for hit in (hit for each in found for hit in each.hits):
        if hit.chunk_id not in best or best[hit.chunk_id].score < hit.score:
            best[hit.chunk_id] = hit
    surest = max(found, key=lambda each: (each.is_enough, each.best_score))
    hits = sorted(best.values(), key=lambda hit: -hit.score)[:top_k]
    return replace(surest, hits=hits, is_about_hours=found[0].is_about_hours)
