"""Spans by OpenTelemetry's SDK, sent to a collector by a thread of their own; imported only where one is named."""

import atexit
import hashlib
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final
from uuid import UUID

import structlog
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.trace import Link, NonRecordingSpan, SpanContext, Status, StatusCode, TraceFlags

from tenants.telemetry import spans
from tenants.telemetry.spans import Attributes

log = structlog.get_logger(__name__)
# The exporter's usual limit; it has a thread of its own, so that nobody waits for it.
SECONDS_TO_SEND: Final = 10.0
# Stopping must not hang on a collector that does not answer.
SECONDS_TO_END: Final = 2.0

_root: ContextVar[SpanContext | None] = ContextVar("tulia_root_span", default=None)


class _Ids(RandomIdGenerator):
    """Random ones, but for a message's first span, whose ids are made from the message's."""

    def generate_trace_id(self) -> int:
        root = _root.get()
        return super().generate_trace_id() if root is None else root.trace_id

    def generate_span_id(self) -> int:
        root = _root.get()
        return super().generate_span_id() if root is None else root.span_id


class _Told(SpanExporter):
    """Says once that the collector is away, and once that it is back; in our words, for errors quote addresses."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter
        self._is_away = False
        self._is_over = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        result = SpanExportResult.FAILURE if self._is_over else self._exporter.export(spans)
        is_away = result is not SpanExportResult.SUCCESS
        if is_away and not self._is_away:
            log.warning("telemetry.collector.away", dropped=len(spans))
        elif self._is_away and not is_away:
            log.info("telemetry.collector.back")
        self._is_away = is_away
        return result

    def shutdown(self) -> None:
        if not self._is_over:
            self._is_over = True
            self._exporter.shutdown()


class OtlpTracer:
    """Makes the spans; `end` sends what is left, for two seconds at most, and leaves nothing that goes on trying."""

    def __init__(self, endpoint: str) -> None:
        os.environ.setdefault("OTEL_BSP_SCHEDULE_DELAY", "1000")
        resource = Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME", "tulia")})
        self._provider = TracerProvider(resource=resource, id_generator=_Ids(), shutdown_on_exit=False)
        self._exporter = _Told(OTLPSpanExporter(endpoint=f"{endpoint}/v1/traces", timeout=SECONDS_TO_SEND))
        self._provider.add_span_processor(BatchSpanProcessor(self._exporter))
        self._tracer = self._provider.get_tracer("tulia")

    @contextmanager
    def span(self, name: str, attributes: Attributes) -> Iterator[None]:
        with self._started(name, None, attributes, []):
            yield

    @contextmanager
    def of_messages(self, name: str, ids: Sequence[UUID], attributes: Attributes) -> Iterator[None]:
        first, *others = map(_root_of, ids)
        context = trace.set_span_in_context(NonRecordingSpan(first), Context())
        with self._started(name, context, attributes, [Link(other) for other in others]):
            yield

    def arrived(self, name: str, message_id: UUID, started: int, attributes: Attributes) -> None:
        token = _root.set(_root_of(message_id))
        try:
            span = self._tracer.start_span(name, Context(), start_time=started, attributes=attributes)
        finally:
            _root.reset(token)
        span.end()

    def note(self, attributes: Attributes) -> None:
        trace.get_current_span().set_attributes(attributes)

    @contextmanager
    def _started(self, name: str, context: Context | None, attributes: Attributes, links: list[Link]) -> Iterator[None]:
        """An error is told by its type: its words, and the stack's, may quote a customer."""
        with self._tracer.start_as_current_span(
            name, context, attributes=attributes, links=links, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except Exception as error:
                span.set_attribute("error", type(error).__qualname__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    def flush(self) -> None:
        self._provider.force_flush()

    def end(self) -> None:
        """Send what is left and stop within two seconds, so that a silent collector keeps no process from ending."""
        ending = threading.Thread(target=self._provider.shutdown, daemon=True)
        ending.start()
        ending.join(SECONDS_TO_END)
        self._exporter.shutdown()  # what is left would otherwise be tried for half a minute more


def start(endpoint: str) -> OtlpTracer:
    """Send this process's spans there, until it ends."""
    tracer = OtlpTracer(endpoint.rstrip("/"))
    spans.use(tracer)
    atexit.register(tracer.end)
    return tracer


def _root_of(message_id: UUID) -> SpanContext:
    """The first span of a message's trace, as everybody derives it from the message's id."""
    span_id = int.from_bytes(hashlib.blake2b(message_id.bytes, digest_size=8).digest()) or 1
    return SpanContext(message_id.int, span_id, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED))
