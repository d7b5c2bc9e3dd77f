"""How far each document is, for those who wait for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from knowledge.models import Document

Stage = str
Status = Document.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Where a document is on its way, with a sentence for a person."""

    document_id: UUID
    stage: Stage
    sentence: str
    passages: int
    embedded: int
    problem: str = ""

    @property
    def is_settled(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self.stage in ("ready", "refused", "draft", "inactive")


def is_draft(document: Document | None) -> bool:
    """Whether the document is a draft, which a person must approve before it is searched."""
    return document is not None and document.status == Status.DRAFT


def approve(documents: "Iterable[UUID | str]") -> list[UUID]:
    """Let drafts among these documents be searched, in scope; the tenant of each that was one."""
    # Of two who approve one, one tells that it was a draft.
    drafts = Document.objects.select_for_update().filter(pk__in=list(documents), status=Status.DRAFT)
    found = dict(drafts.values_list("pk", "tenant_id"))
    Document.objects.filter(pk__in=list(found)).update(status=Status.READY)
    return list(found.values())


def with_counts(documents: "QuerySet[Document]", model: str) -> "QuerySet[Any]":
    """The documents, each annotated with `passages` and `embedded`, by one model's key."""
    is_done = Q(chunks__embedding__isnull=False, chunks__embedding_model=model)
    return documents.annotate(passages=Count("chunks"), embedded=Count("chunks", filter=is_done))


def list_states(documents: Iterable[UUID], model: str) -> list[State]:
    """The states of documents, in the tenant's scope."""
    return [state_of(row) for row in with_counts(Document.objects.filter(pk__in=list(documents)), model)]


def state_of(row: Any) -> State:
    """The state of a row of `with_counts`."""
    stage = _stage(row)
    return State(
        document_id=row.pk, stage=stage, sentence=_sentence(stage, row), passages=row.passages, embedded=row.embedded,
        problem=row.problem,
    )  # fmt: skip


def _stage(row: Any) -> Stage:
    if row.incoming or row.status == Status.WAITING:
        return "waiting"
    if row.status in (Status.REFUSED, Status.DRAFT):
        return str(row.status)
    if not row.is_active:
        return "inactive"
    return "embedding" if row.embedded < row.passages else "ready"


def _sentence(stage: Stage, row: Any) -> str:
    problem = str(row.problem)
    passages = f"{row.passages} passage{'' if row.passages == 1 else 's'}"
    sentences = {
        "waiting": "Being read",
        "refused": problem,
        "draft": "To be approved",
        "inactive": "Not searched",
        "embedding": f"{row.embedded} of {passages} embedded; the others are found by their words",
        "ready": f"Ready, {passages}",
    }
    return sentences[stage]
