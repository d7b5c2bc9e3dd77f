"""Every figure that the processes count themselves, in one table; /metrics adds those that the database knows.

No label names a tenant or a customer, and none takes what a stranger wrote: its values are ours, or come through
`bounded`.
"""

import re
import threading
from collections import defaultdict
from typing import Any, Final

from prometheus_client import Counter, Gauge, Histogram
from structlog.typing import EventDict

# From a turn without a model to the deadlines of slow ones and well past them.
TURN_BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120)
# Around the 50 ms that a webhook may take, up to what a person still waits for.
WEB_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
# Values of one label: more would fill a metrics server without telling anybody anything.
MOST: Final = 100
OTHER: Final = "other"

MESSAGES_IN = Counter(
    "tulia_messages_in", "Inbound messages by outcome: recorded, or duplicate.", ["channel", "kind", "outcome"]
)
MESSAGES_OUT = Counter(
    "tulia_messages_out",
    "Steps of outbound messages: sent, delivered, read, failed, unknown, queued (to be tried again).",
    ["channel", "outcome"],
)
TURNS = Counter(
    "tulia_turns",
    "Turns by outcome: committed, superseded (newer messages), fenced (lease lost), failed, interrupted, parked.",
    ["journey", "outcome"],
)
TURN_SECONDS = Histogram(
    "tulia_turn_seconds", "From the beginning of a committed turn to its commit.", ["journey"], buckets=TURN_BUCKETS
)
ANSWER_SECONDS = Histogram(
    "tulia_answer_seconds",
    "From the arrival of a turn's first message to the commit of its answer.",
    ["journey"],
    buckets=TURN_BUCKETS,
)
MODEL_CALLS = Counter("tulia_model_calls", "Calls of a model by outcome: ok, or why not.", ["model", "outcome"])
MODEL_SECONDS = Histogram("tulia_model_seconds", "How long calls of a model took.", ["model"], buckets=TURN_BUCKETS)
MODEL_TOKENS = Counter("tulia_model_tokens", "Tokens read (in) and written (out).", ["model", "outcome", "direction"])
MODEL_COST = Counter("tulia_model_cost_usd", "What the calls cost, in USD.", ["model", "outcome"])
TOOL_CALLS = Counter("tulia_tool_calls", "Calls of tools by outcome: ok, or the refusal's reason.", ["tool", "outcome"])
WEBHOOK_REFUSALS = Counter(
    "tulia_webhook_refusals", "Requests that a webhook did not take, by reason.", ["hook", "status", "reason"]
)
BREAKER_OPEN = Gauge(
    "tulia_breaker_open",
    "1 while some process of this machine leaves a model alone because it fails.",
    ["model"],
    multiprocess_mode="livemax",
)
LOG_EVENTS = Counter("tulia_log_events", "Events in the logs; docs/operating.md tells them.", ["event", "level"])
REQUESTS = Counter("tulia_requests", "Web requests by the pattern of their address.", ["route", "method", "status"])
REQUEST_SECONDS = Histogram("tulia_request_seconds", "How long web requests took.", ["route"], buckets=WEB_BUCKETS)

COUNTED: Final = (
    MESSAGES_IN, MESSAGES_OUT, TURNS, TURN_SECONDS, ANSWER_SECONDS, MODEL_CALLS, MODEL_SECONDS, MODEL_TOKENS,
    MODEL_COST, TOOL_CALLS, WEBHOOK_REFUSALS, BREAKER_OPEN, LOG_EVENTS, REQUESTS, REQUEST_SECONDS,
)  # fmt: skip

_seen: dict[str, set[str]] = defaultdict(set)
_lock = threading.Lock()
# Our own events are named room.thing.happened; a library's message may quote anything, and is not counted.
OURS: Final = re.compile(r"(?<![a-z_])[a-z_]+(\.[a-z_]+){1,4}")


def bounded(label: str, value: str) -> str:
    """The value, while this process has seen no more than so many different ones under the label; then "other"."""
    known = _seen[label]
    if value in known:
        return value
    with _lock:
        if len(known) >= MOST:
            return OTHER
        known.add(value)
    return value


def count_event(logger: Any, method: str, event: EventDict) -> EventDict:
    """Count one log event, so that what docs/operating.md tells of the logs can be watched as a figure too.

    A processor of structlog's chain, which passes the event on unchanged.
    """
    name = event.get("event")
    if isinstance(name, str) and OURS.fullmatch(name):
        LOG_EVENTS.labels(bounded("event", name), method).inc()
    return event
