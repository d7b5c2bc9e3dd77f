"""What a step may reach for: the model, the library, and the references that stand in passages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from uuid import UUID

from journeys.llm import Mind
from journeys.trace import Trace
from tools.research.facts import ReadPassage


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPlace:
    """A reference as it stands in a passage, and the passages that it leads to."""

    chunk_id: UUID
    key: str
    kind: str
    target: str
    original_text: str
    sentence: str
    leads_to: tuple[UUID, ...] = ()

    @property
    def is_external(self) -> bool:
        return self.kind == "external"


class Retrieve(Protocol):
    """Passages for some queries, so many for each."""

    def __call__(self, queries: Sequence[str], *, top_k: int) -> list[ReadPassage]: ...


def _refers_to_nothing(passages: Sequence[ReadPassage], asked: str) -> list[CitedPlace]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchHands:
    """LangGraph's runtime context of one step."""

    mind: Mind
    trace: Trace
    retrieve: Retrieve
    passages: Callable[[Sequence[UUID]], list[ReadPassage]]
    references: Callable[[Sequence[ReadPassage], str], list[CitedPlace]] = field(default=_refers_to_nothing)
