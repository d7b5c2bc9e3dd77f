"""A loopback system of a tenant's own, which keeps what it is told and answers as it is asked to."""

import threading
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    """`answers` are the statuses it gives, the last one from then on; a redirect leads to itself."""

    answers: list[int] = field(default_factory=lambda: [200])
    drips: bool = False
    """Whether its answer never ends: a letter of a header now and then."""
    told: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.is_over = threading.Event()

    def __enter__(self) -> "Receiver":
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                receiver.told.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
                if receiver.drips:
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
                    with suppress(OSError):
                        while not receiver.is_over.wait(0.05):
                            self.wfile.write(b"x")
                    return
                self.send_response(receiver.answers.pop(0) if len(receiver.answers) > 1 else receiver.answers[0])
                self.send_header("Location", "/again")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """Nobody reads it."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.is_over.set()
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/hook"
