"""What happened in a turn: the record that is kept with it and that explains each reply."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from tenants.telemetry import spans
from tools.contract import Call

WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One call of a model, or the local answer that stood in for it."""

    nodes: tuple[str, ...]
    provider: str
    model: str
    outcome: str
    milliseconds: float
    tokens_in: int = 0
    tokens_out: int = 0
    cost_usd: Decimal = Decimal(0)


@dataclass(slots=True)
class Trace:
    """What happened in a turn, in order; kept with the turn and shown beside the chat."""

    nodes: list[tuple[str, float]] = field(default_factory=list)
    tool_calls: list[Call] = field(default_factory=list)
    model_calls: list[ModelCall] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)
    cpu_milliseconds: float = 0.0
    """Time of the processor, which others who wait for a worker's thread could not use."""

    def withdraw(self, sentence: str) -> None:
        """Say that this, which an earlier command of the message may have told, is no longer true."""
        self.notes.setdefault(WITHDRAWN, []).append(sentence)

    def restate(self, sentence: str) -> None:
        """Say that it is true again."""
        if sentence in self.withdrawn:
            self.notes[WITHDRAWN] = [each for each in self.withdrawn if each != sentence]

    @property
    def withdrawn(self) -> tuple[str, ...]:
        """What is to be told no more of what the commands of this message have told."""
        return tuple(self.notes.get(WITHDRAWN, ()))

    @contextmanager
    def node(self, name: str) -> Iterator[None]:
        """Time a node, in milliseconds."""
        started = time.perf_counter()
        try:
            with spans.span(f"node {name}"):
                yield
        finally:
            self.nodes.append((name, round((time.perf_counter() - started) * 1000, 2)))
