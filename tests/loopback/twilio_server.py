"""A loopback server that answers as Twilio's REST API does and keeps what it was sent."""

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs
from uuid import uuid4


@dataclass
class Received:
    """One request as it arrived."""

    path: str
    fields: dict[str, str]
    authorization: str


@dataclass
class Behaviour:
    """What the next answers look like; `statuses` are used up one by one, then all is well."""

    statuses: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    seconds: float = 0


class TwilioServer:
    """Start with `with`; `messages` are the sent ones, oldest first."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.behaviour = Behaviour()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
                is_json = "json" in self.headers.get("Content-Type", "")
                fields = json.loads(raw) if is_json else {name: values[0] for name, values in parse_qs(raw).items()}
                server.received.append(Received(self.path, fields, self.headers.get("Authorization", "")))
                status, answer = server.answer(self.path, fields)
                time.sleep(server.behaviour.seconds)
                body = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: Any) -> None:
                """Stay quiet."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *args: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    @property
    def messages(self) -> list[Received]:
        return [request for request in self.received if request.path.endswith("/Messages.json")]

    def clear(self) -> None:
        self.received.clear()
        self.behaviour = Behaviour()

    def fail_next(self, *answers: tuple[int, dict[str, Any]]) -> None:
        self.behaviour.statuses.extend(answers)

    def answer(self, path: str, fields: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if self.behaviour.statuses:
            return self.behaviour.statuses.pop(0)
        if path.endswith("/Messages.json"):
            return 201, {"sid": f"SM{uuid4().hex}", "status": "queued", "to": fields.get("To"), "error_code": None}
        if path.endswith("/v1/Content"):
            return 201, {"sid": f"HX{uuid4().hex}", "friendly_name": fields["friendly_name"]}
        return 200, {"success": True}
