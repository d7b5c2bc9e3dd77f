"""The seam for traces: OpenTelemetry spans where a collector is named; elsewhere nothing is imported and nothing done.

    webhook ─┬─ turn ── node ─┬─ tool
             │                └─ model
             └─ send                        all under one trace id

The trace id is the id of the burst's first message, and the webhook's span id is made from it: whoever has the stored
rows, in whichever process and however late, finds the trace again. Nothing travels with the broker's hints.
"""

import re
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol
from uuid import UUID

Value = str | int | float | bool | UUID
Attributes = dict[str, str | int | float | bool]

# What may be said of a span. No words of anybody's stand behind these names, and none fits the pattern of a value.
SAYABLE: Final = frozenset(
    {"tenant_id", "conversation_id", "turn_id", "message_id", "attempts", "messages", "kind", "channel", "journey",
     "tool", "model", "nodes", "outcome", "tokens_in", "tokens_out", "error"}
)  # fmt: skip
CODE: Final = re.compile(r"[A-Za-z][\w.:/@ -]{0,79}", re.ASCII)


class Tracer(Protocol):
    """Who makes spans: telemetry.otlp, once it is started."""

    def span(self, name: str, attributes: Attributes) -> AbstractContextManager[None]: ...
    def of_messages(self, name: str, ids: Sequence[UUID], attributes: Attributes) -> AbstractContextManager[None]: ...
    def arrived(self, name: str, message_id: UUID, started: int, attributes: Attributes) -> None: ...
    def note(self, attributes: Attributes) -> None: ...


OFF: Final[AbstractContextManager[None]] = nullcontext()
_tracer: Tracer | None = None


def use(tracer: Tracer | None) -> None:
    """Make spans with this from now on; None makes none."""
    global _tracer
    _tracer = tracer


def is_on() -> bool:
    return _tracer is not None


def span(name: str, /, **attributes: Value) -> AbstractContextManager[None]:
    """A span of something that is done within what is being done."""
    return OFF if _tracer is None else _tracer.span(name, _said(attributes))


def of_messages(name: str, ids: Sequence[UUID], /, **attributes: Value) -> AbstractContextManager[None]:
    """A span of what is done for these messages, wherever and whenever; it belongs to the first one's trace."""
    return OFF if _tracer is None else _tracer.of_messages(name, ids, _said(attributes))


def arrived(name: str, message_id: UUID, /, *, seconds: float, **attributes: Value) -> None:
    """Begin a message's trace, told once its id is known; it began so many seconds ago."""
    if _tracer is not None:
        _tracer.arrived(name, message_id, time.time_ns() - int(seconds * 1e9), _said(attributes))


def note(**attributes: Value) -> None:
    """Add attributes to the span that is under way."""
    if _tracer is not None:
        _tracer.note(_said(attributes))


def _said(attributes: dict[str, Value]) -> Attributes:
    said: Attributes = {}
    for name, value in attributes.items():
        plain = str(value) if isinstance(value, UUID) else value
        is_code = isinstance(value, UUID) or not isinstance(plain, str) or CODE.fullmatch(plain) is not None
        if name in SAYABLE and is_code:
            said[name] = plain
    return said
