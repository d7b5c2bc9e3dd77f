"""A loopback address for webhooks: it keeps what is posted to it and answers as it is told."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl


@dataclass(frozen=True)
class Posted:
    path: str
    form: dict[str, str]
    headers: dict[str, str]


class Receiver:
    """Start with `with`; `statuses` are used up one by one, then every answer is 200."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.statuses: list[int] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"])).decode()
                form = dict(parse_qsl(raw, keep_blank_values=True, strict_parsing=True))
                receiver.posted.append(Posted(self.path, form, dict(self.headers)))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                """Stay quiet."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self._http.shutdown()
        self._http.server_close()


def eventually(is_so: Callable[[], bool], *, seconds: float = 5) -> None:
    """Wait for another thread, and fail when it takes too long."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.02)
