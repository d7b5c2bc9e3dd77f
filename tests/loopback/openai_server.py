"""An OpenAI-compatible server on a loopback port that answers as a script says and keeps what it was asked.

`server.script` is used up, one entry a request; then `server.reply` is said for ever after.
Both may hold a `Reply` or a function of the request that returns one.
"""

import base64
import hashlib
import json
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from journeys.llm import Provider


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    json: dict[str, Any]

    @property
    def facts(self) -> Any:
        """The last user message, read as the JSON document it should be."""
        said = [message["content"] for message in self.json["messages"] if message["role"] == "user"]
        return json.loads(said[0])

    @property
    def system(self) -> str:
        return "\n".join(m["content"] for m in self.json["messages"] if m["role"] == "system")

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema the answer was asked to follow."""
        schema: dict[str, Any] = self.json["response_format"]["json_schema"]["schema"]
        return schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What goes back, after a wait; `trickle` sends it byte by byte, so many seconds apart."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    wait: float = 0.0
    trickle: float = 0.0
    trickle_headers: bool = False
    is_cut: bool = False


Script = Callable[[Asked], Reply]


def completion(
    content: str | None,
    *,
    tokens: tuple[int, int] | None = (100, 20),
    refusal: str | None = None,
    finish: str = "stop",
    wait: float = 0.0,
    trickle: float = 0.0,
    trickle_headers: bool = False,
) -> Reply:
    """A chat completion with this content."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    body: dict[str, Any] = {
        "id": "chatcmpl-loopback",
        "object": "chat.completion",
        "created": 0,
        "model": "loopback",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    if tokens is not None:
        read, written = tokens
        body["usage"] = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    return Reply(body=_encode(body), wait=wait, trickle=trickle, trickle_headers=trickle_headers)


def answer(content: Any, **kwargs: Any) -> Reply:
    """A structured answer: this value as JSON."""
    return completion(json.dumps(content), **kwargs)


def error(status: int, code: str = "loopback", *, retry_after: str | None = None, wait: float = 0.0) -> Reply:
    """OpenAI's error document."""
    body = {"error": {"message": f"loopback says {code}", "type": code, "param": None, "code": code}}
    headers = {} if retry_after is None else {"Retry-After": retry_after}
    return Reply(status=status, body=_encode(body), headers=headers, wait=wait)


def no_choices() -> Reply:
    """A completion without an answer in it."""
    return Reply(body=_encode({"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": []}))


def garbage() -> Reply:
    """A page that is no completion at all."""
    return Reply(body=b"<html>gateway</html>", headers={"Content-Type": "text/html"})


def cut_short() -> Reply:
    """A completion whose connection ends in the middle."""
    return Reply(body=answer({"never": "finished"}).body, is_cut=True)


def hang(seconds: float) -> Reply:
    """Silence for so long, or until the server stops."""
    return Reply(wait=seconds)


def embeddings(asked: Asked, *, dimensions: int = 1536) -> Reply:
    """Stable unit vectors, in base64 or as lists of floats as asked for."""
    wanted = asked.json["input"]
    texts = [wanted] if isinstance(wanted, str) else wanted
    size = int(asked.json.get("dimensions") or dimensions)
    is_base64 = asked.json.get("encoding_format") == "base64"
    data = [
        {"object": "embedding", "index": i, "embedding": _packed(_vector(str(text), size), is_base64)}
        for i, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
    return Reply(body=_encode({"object": "list", "data": data, "model": asked.json.get("model"), "usage": usage}))


def _vector(text: str, size: int) -> list[float]:
    seed = hashlib.sha256(text.encode()).digest()
    raw = [seed[i % len(seed)] - 127.5 + i % 7 for i in range(size)]
    norm = sum(value * value for value in raw) ** 0.5
    return [value / norm for value in raw]


def _packed(vector: list[float], is_base64: bool) -> str | list[float]:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode() if is_base64 else vector


def _encode(document: dict[str, Any]) -> bytes:
    return json.dumps(document).encode()


class OpenAIServer:
    """The running server: where it listens, what it was asked and what it will say."""

    def __init__(self) -> None:
        self.reply: Reply | Script = completion("{}")
        self.embed: Script = embeddings
        self.script: list[Reply | Script] = []
        self.asked: list[Asked] = []
        self.stopping = threading.Event()
        self._lock = threading.Lock()
        self._http = _Listener(("127.0.0.1", 0), type("Handler", (_Handler,), {"openai": self}))
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def provider(self) -> Provider:
        """It as the model's endpoint, with time enough on a machine that has much else to do."""
        return Provider(kind="openai", model="loopback", base_url=self.base_url, timeout_seconds=30, patience=10)

    @property
    def connections(self) -> int:
        """How many connections were opened so far."""
        return self._http.accepted

    @contextmanager
    def running(self) -> Iterator["OpenAIServer"]:
        self._thread.start()
        try:
            yield self
        finally:
            self.stopping.set()
            self._http.shutdown()
            self._http.server_close()
            self._thread.join()

    def take(self, asked: Asked) -> Reply:
        """The next thing to say."""
        with self._lock:
            self.asked.append(asked)
            if asked.path.endswith("/embeddings"):
                said: Reply | Script = self.embed
            else:
                said = self.script.pop(0) if self.script else self.reply
        return said if isinstance(said, Reply) else said(asked)


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256
    accepted = 0

    def get_request(self) -> Any:
        connection = super().get_request()
        self.accepted += 1
        return connection

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    openai: OpenAIServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self._say(self.openai.take(Asked(path=self.path, headers=dict(self.headers), json=json.loads(body))))

    def _say(self, reply: Reply) -> None:
        if reply.wait and self.openai.stopping.wait(reply.wait):
            return
        self._send(_head(reply), reply.trickle if reply.trickle_headers else 0)
        self._send(reply.body[: len(reply.body) // 2] if reply.is_cut else reply.body, reply.trickle)
        self.close_connection = self.close_connection or reply.is_cut

    def _send(self, data: bytes, pause: float) -> None:
        if not pause:
            self.wfile.write(data)
            return
        for byte in data:
            if self.openai.stopping.wait(pause):
                self.close_connection = True
                return
            self.wfile.write(bytes([byte]))

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the test reads `server.asked`."""


def _head(reply: Reply) -> bytes:
    headers = {"Content-Type": "application/json", "Content-Length": str(len(reply.body)), **reply.headers}
    lines = [f"HTTP/1.1 {reply.status} Loopback", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()
