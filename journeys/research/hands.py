"""What a step may reach for: the model, the library, and the references that stand in passages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from journeys.llm import Mind
from journeys.trace import Trace
from knowledge.references import Reference
from tools.research.facts import ReadPassage


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPlace:
    """A reference as it stands in a passage, and the passages that it leads to."""

    chunk_id: UUID
    key: str
    kind: str
    target: str
    original_text: str
    leads_to: tuple[UUID, ...] = ()


class Retrieve(Protocol):
    """Passages for some queries, so many for each."""

    def __call__(self, queries: Sequence[str], *, top_k: int) -> list[ReadPassage]: ...


class References(Protocol):
    """Those that stand in some passages, for what is asked; `beside` are a model's, put beside the stored ones."""

    def __call__(
        self, passages: Sequence[ReadPassage], asked: str, beside: Sequence[tuple[ReadPassage, Reference]] = (), /
    ) -> list[CitedPlace]: ...


def _refers_to_nothing(
    passages: Sequence[ReadPassage], asked: str, beside: Sequence[tuple[ReadPassage, Reference]] = (), /
) -> list[CitedPlace]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchHands:
    """LangGraph's runtime context of one step."""

    mind: Mind
    trace: Trace
    retrieve: Retrieve
    passages: Callable[[Sequence[UUID]], list[ReadPassage]]
    references: References = field(default=_refers_to_nothing)
