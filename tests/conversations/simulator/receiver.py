"""A loopback address for webhooks: it keeps what is posted to it and answers as it is told."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qsl

from tests.loopback.listening import Listening, QuietHandler


@dataclass(frozen=True)
class Posted:
    path: str
    form: dict[str, str]
    headers: dict[str, str]


class Receiver(Listening):
    """Start with `with`; `statuses` are used up one by one, then every answer is 200."""

    def __init__(self) -> None:
        self.posted: list[Posted] = []
        self.statuses: list[int] = []
        receiver = self

        class Handler(QuietHandler):
            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"])).decode()
                form = dict(parse_qsl(raw, keep_blank_values=True, strict_parsing=True))
                receiver.posted.append(Posted(self.path, form, dict(self.headers)))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 200)
                self.send_header("Content-Length", "0")
                self.end_headers()

        self.listen(Handler)


def eventually(is_so: Callable[[], bool], *, seconds: float = 5) -> None:
    """Wait for another thread, and fail when it takes too long."""
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.02)
