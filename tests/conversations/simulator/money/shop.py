"""A merchant's server on a loopback address: it keeps what providers tell it and answers as it is told."""

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Told:
    path: str
    json: Any
    query: dict[str, str]


class Shop:
    """Start with `with`; `answers` (status and JSON) are used up one by one, then every answer is a 200."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.answers: list[tuple[int, Any]] = []
        shop = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.keep(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

            def do_GET(self) -> None:
                self.keep(None)

            def keep(self, sent: Any) -> None:
                parts = urlsplit(self.path)
                shop.told.append(Told(parts.path, sent, dict(parse_qsl(parts.query))))
                status, body = shop.answers.pop(0) if shop.answers else (200, {"ResultCode": 0})
                raw = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            def log_message(self, *args: Any) -> None:
                """Stay quiet."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self._http.shutdown()
        self._http.server_close()
