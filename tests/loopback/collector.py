"""An OpenTelemetry collector on a loopback port: it takes traces by OTLP over HTTP and keeps them."""

import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


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
class Collector:
    """Start with `with`; `raw` is every byte that came. While `is_hanging` it answers nobody."""

    is_hanging: bool = False
    raw: bytes = b""
    headers: list[dict[str, str]] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)

    def __enter__(self) -> Self:
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                while collector.is_hanging:
                    time.sleep(0.05)
                collector.headers.append(dict(self.headers))
                collector.take(body)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Stay quiet."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

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
