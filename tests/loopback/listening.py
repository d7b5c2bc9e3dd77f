"""What every server that stands in for somebody else is made of: a free port of this machine, and a quiet handler."""

import json
import sys
import threading
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ssl import SSLError
from typing import Any, Self
from urllib.parse import parse_qs


class Listener(ThreadingHTTPServer):
    request_queue_size = 256

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no news."""
        if not isinstance(sys.exception(), ConnectionError | SSLError):
            super().handle_error(request, client_address)


class QuietHandler(BaseHTTPRequestHandler):
    """Logs nothing: tests read what their server has kept."""

    def fields(self) -> dict[str, Any]:
        """What was posted, as JSON or as a form."""
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        is_json = "json" in self.headers.get("Content-Type", "")
        return json.loads(raw) if is_json else {name: values[0] for name, values in parse_qs(raw).items()}

    def say(self, status: int, document: Any) -> None:
        """Answer with JSON, or with nothing for None."""
        body = b"" if document is None else json.dumps(document, default=str).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        with suppress(ConnectionError):
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Stay quiet."""


class Listening:
    """A server that says `self.listen(handler)` once and is started with `with`."""

    _http: Listener

    def listen(self, handler: type[BaseHTTPRequestHandler]) -> None:
        self._http = Listener(("127.0.0.1", 0), handler)

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"
