"""guard: the steps that may settle a message in code, in this order."""

from collections.abc import Callable
from typing import Any

from journeys.context import TurnContext
from journeys.flow import Flow, Turn, is_over
from journeys.guard import answered, blocked, consent, flood, length, wordless
from journeys.guard.injection import is_suspicious
from journeys.state import ConversationState

Step = Callable[[ConversationState, TurnContext], dict[str, Any] | None]

STEPS: tuple[Step, ...] = (
    consent.obey, blocked.refuse, flood.limit, wordless.answer, answered.settle, length.limit, consent.ask,
)  # fmt: skip


def guard(flow: Flow, runtime: Turn) -> dict[str, Any]:
    settled: Flow = {"state": flow["state"]}
    if is_suspicious(runtime.context.text):  # it stays text: nothing is refused, and nothing obeyed
        runtime.context.trace.notes["injection"] = True
    for step in STEPS:
        settled |= step(settled["state"], runtime.context) or {}  # type: ignore[typeddict-item]
        if is_over(settled) or settled.get("commands"):
            break
    return dict(settled)
