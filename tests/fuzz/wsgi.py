"""Requests straight into Django's WSGI callable, byte for byte as they would come from the network."""

import base64
import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl

from django.core.handlers.wsgi import WSGIHandler

HOST = "testserver"
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, kw_only=True)
class Post:
    """One request; `headers` are taken as they are, however strange."""

    path: str
    body: bytes
    query: str = ""
    method: str = "POST"
    content_type: str = FORM
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://{HOST}{self.path}" + (f"?{self.query}" if self.query else "")


@dataclass(frozen=True)
class Answer:
    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Site:
    """Django without a test client's kindness: an error is a 500, not an exception."""

    def __init__(self) -> None:
        self._handler = WSGIHandler()

    def send(self, post: Post) -> Answer:
        told: list[tuple[int, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> None:
            told.append((int(status.split()[0]), headers))

        chunks: Iterable[bytes] = self._handler(environ(post), start)
        body = b"".join(chunks)
        if hasattr(chunks, "close"):
            chunks.close()
        return Answer(*told[0], body)


def environ(post: Post) -> dict[str, Any]:
    named = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in post.headers.items()}
    return {
        "REQUEST_METHOD": post.method, "SCRIPT_NAME": "", "PATH_INFO": post.path, "QUERY_STRING": post.query,
        "SERVER_NAME": HOST, "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": HOST,
        "REMOTE_ADDR": "127.0.0.1", "CONTENT_TYPE": post.content_type, "CONTENT_LENGTH": str(len(post.body)),
        "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.input": BytesIO(post.body), "wsgi.errors": BytesIO(),
        "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False, **named,
    }  # fmt: skip


def fields(post: Post) -> list[tuple[str, str]]:
    """A form's fields, read by Python's own rules."""
    if post.content_type.startswith("multipart/"):
        whole = message_from_bytes(b"Content-Type: " + post.content_type.encode() + b"\r\n\r\n" + post.body)
        parts = [part for part in whole.walk() if not part.is_multipart()]
        return [(str(part.get_param("name", "", "content-disposition")), _words(part)) for part in parts]
    return parse_qsl(post.body.decode("latin-1"), keep_blank_values=True, encoding="utf-8", errors="replace")


def _words(part: Message) -> str:
    payload = part.get_payload(decode=True)
    return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""


def signed_text(form: Iterable[tuple[str, str]]) -> str:
    """What Twilio signs after the address: names sorted, of repeated ones each value once and sorted."""
    return "".join(name + value for name, value in sorted(set(form)))


def signature(url: str, form: Iterable[tuple[str, str]], secret: str) -> str:
    """X-Twilio-Signature over every field."""
    text = (url + signed_text(form)).encode("utf-8", "replace")
    return base64.b64encode(hmac.new(secret.encode(), text, hashlib.sha1).digest()).decode()
