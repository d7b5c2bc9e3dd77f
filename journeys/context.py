"""What a turn brings into the graph besides its state: the messages, the hands, the mind and the trace."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from tools import registry
from tools.contract import Call, ToolContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """One message of the burst: its kind, its words, and the id of what was tapped."""

    kind: str
    text: str
    tapped_id: str = ""
    received_at: datetime


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

    @contextmanager
    def node(self, name: str) -> Iterator[None]:
        """Time a node, in milliseconds."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.nodes.append((name, round((time.perf_counter() - started) * 1000, 2)))


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """LangGraph's runtime context of one turn."""

    incoming: tuple[Incoming, ...]
    tools: ToolContext
    trace: Trace
    call_tool: Callable[[str, Mapping[str, Any], ToolContext], Call] = registry.call

    @property
    def text(self) -> str:
        """The burst as one text, a line a message."""
        return "\n".join(message.text for message in self.incoming if message.text)

    def call(self, name: str, **arguments: Any) -> Call:
        """Call a tool and keep the call in the trace."""
        call = self.call_tool(name, arguments, self.tools)
        self.trace.tool_calls.append(call)
        return call
