"""An OpenTelemetry collector on a loopback port: it takes traces by OTLP over HTTP and keeps them."""

import time
from dataclasses import dataclass, field
from typing import Any, Self

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.loopback.listening import Listening, QuietHandler


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """One span as it arrived."""

    name: str
    trace_id: str
    span_id: str
    parent_id: str
    links: tuple[str, ...]
    attributes: dict[str, Any]
    is_error: bool


@dataclass
class Collector(Listening):
    """Start with `with`; `raw` is every byte that came. While `is_hanging` it answers nobody."""

    is_hanging: bool = False
    raw: bytes = b""
    headers: list[dict[str, str]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)

    def __enter__(self) -> Self:
        collector = self

        class Handler(QuietHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                while collector.is_hanging:
                    time.sleep(0.05)
                collector.headers.append(dict(self.headers))
                collector.take(body)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

        self.listen(Handler)
        return super().__enter__()

    def take(self, body: bytes) -> None:
        self.raw += body
        request = ExportTraceServiceRequest.FromString(body)
        for one in (
            span for resource in request.resource_spans for scope in resource.scope_spans for span in scope.spans
        ):
            attributes = {it.key: getattr(it.value, it.value.WhichOneof("value")) for it in one.attributes}
            self.spans.append(
                Span(
                    name=one.name, trace_id=one.trace_id.hex(), span_id=one.span_id.hex(),
                    parent_id=one.parent_span_id.hex(), links=tuple(link.trace_id.hex() for link in one.links),
                    attributes=attributes, is_error=one.status.code == one.status.STATUS_CODE_ERROR,
                )
            )  # fmt: skip

    def named(self, start: str) -> list[Span]:
        return [span for span in self.spans if span.name.startswith(start)]
