"""A run as the mind sees it, and what one step of the mind leaves: plain values, so that nothing is held meanwhile."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

PARTIAL: Final = ("budget_tokens", "budget_calls", "budget_minutes")
"""Endings of a run that was not through with its plan."""
KEPT: Final = "research/"
"""What the key of a report begins with that was kept as a document of the library."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPassage:
    """A passage as it stood when it was retrieved."""

    chunk_id: UUID
    document_id: UUID
    text: str
    title: str
    section: str = ""
    document_name: str = ""
    version: str = ""
    page: int | None = None
    sheet: str = ""
    language: str = ""
    last_updated: date | None = None
    is_current: bool = True

    @property
    def citation(self) -> str:
        """Title — Section — File (version), page: where a reader finds it."""
        place = self.section.replace(" > ", " / ")
        file = f"{self.document_name} ({self.version})" if self.version else self.document_name
        where = [*([f"p. {self.page}"] if self.page else []), *([self.sheet] if self.sheet else [])]
        return " — ".join(part for part in dict.fromkeys((self.title, place, file, *where)) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFacts:
    """A line of the to-do list."""

    id: UUID
    position: int
    title: str
    query: str
    state: str = "pending"
    iteration: int = 0
    tokens_used: int = 0
    origin: str = "plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceFacts:
    """A reference that stood in a passage, and what became of it."""

    task_id: UUID
    chunk_id: UUID
    key: str
    kind: str
    target: str
    original_text: str
    depth: int
    outcome: str = "waiting"
    reason: str = ""
    leads_to: tuple[str, ...] = ()
    """The ids of the passages at its end, read before or not; none where it was left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingFacts:
    """What was taken from a passage; of a reference, by its key within the task."""

    task_id: UUID | None
    chunk_id: UUID
    text: str
    relevance: float
    depth: int = 0
    via: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts:
    """A run with all that it has come to so far."""

    id: UUID
    tenant_id: UUID
    question: str
    language: str
    audience: str
    phase: str
    iteration: int
    most_rounds: int
    needs_approval: bool
    coverage: float
    dedup_ratio: float
    gaps: tuple[Mapping[str, Any], ...]
    asked: tuple[str, ...]
    dialogue: tuple[Mapping[str, str], ...]
    termination_reason: str = ""
    ended_because: str = ""
    reference_method: str = "hybrid"
    spent: str = ""
    """Which budget is used up, if one is."""
    tasks: tuple[TaskFacts, ...] = ()
    sources: tuple[ReadPassage, ...] = ()
    references: tuple[ReferenceFacts, ...] = ()
    findings: tuple[FindingFacts, ...] = ()

    @property
    def is_over_budget(self) -> bool:
        return bool(self.spent)

    @property
    def answers(self) -> tuple[str, ...]:
        """What the person told us in clarifying."""
        return tuple(each["text"] for each in self.dialogue if each["who"] == "person" and each["text"])

    def source(self, chunk_id: UUID) -> ReadPassage:
        return next(each for each in self.sources if each.chunk_id == chunk_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTask:
    """A task that is put on the list."""

    title: str
    query: str
    origin: str = "plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSentence:
    """One sentence, the task that it answers, and the passages that carry it."""

    task_id: UUID | None
    text: str
    chunk_ids: tuple[UUID, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDraft:
    """A report before it is kept."""

    title: str
    summary: str
    sentences: tuple[ReportSentence, ...]
    not_found: tuple[str, ...]
    conflicts: tuple[Mapping[str, Any], ...]
    outdated: tuple[Mapping[str, Any], ...]
    scores: Mapping[str, int]
    retries: int = 0
    focus: str = ""
    written_by: str = "local"


@dataclass(slots=True, kw_only=True)
class StepResult:
    """What one step changes; `told` are events for the conversation: a name and their facts."""

    phase: str
    is_waiting: bool = False
    changes: dict[str, Any] = field(default_factory=dict)
    sources: list[ReadPassage] = field(default_factory=list)
    findings: list[FindingFacts] = field(default_factory=list)
    references: list[ReferenceFacts] = field(default_factory=list)
    new_tasks: list[NewTask] = field(default_factory=list)
    task_changes: dict[UUID, dict[str, Any]] = field(default_factory=dict)
    report: ReportDraft | None = None
    told: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    note: str = ""
    nodes: Sequence[tuple[str, float]] = ()
    tokens: int = 0
    calls: int = 0
    cost_usd: Decimal = Decimal(0)
