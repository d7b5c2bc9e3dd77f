"""Counts what is logged: whatever docs/operating.md tells of the logs can be watched as a figure too."""

import re
from typing import Any, Final

from structlog.typing import EventDict

from tenants.telemetry.metrics import LOG_EVENTS, bounded

# Our own events are named room.thing.happened; a library's message may quote anything, and is not counted.
OURS: Final = re.compile(r"(?<![a-z_])[a-z_]+(\.[a-z_]+){1,4}")


def count(logger: Any, method: str, event: EventDict) -> EventDict:
    """Count one log event; a processor of structlog's chain, which passes the event on unchanged."""
    name = event.get("event")
    if isinstance(name, str) and OURS.fullmatch(name):
        LOG_EVENTS.labels(bounded("event", name), method).inc()
    return event
