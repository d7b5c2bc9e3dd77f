"""A loopback system of a tenant's own, which keeps what it is told and answers as it is asked to."""

import threading
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

from tests.loopback.listening import Listening, QuietHandler


@dataclass
class Receiver(Listening):
    """`answers` are the statuses it gives, the last one from then on; a redirect leads to itself."""

    answers: list[int] = field(default_factory=lambda: [200])
    drips: bool = False
    """Whether its answer never ends: a letter of a header now and then."""
    told: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.is_over = threading.Event()

    def __enter__(self) -> Self:
        receiver = self

        class Handler(QuietHandler):
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

        self.listen(Handler)
        return super().__enter__()

    def __exit__(self, *args: object) -> None:
        self.is_over.set()
        super().__exit__(*args)

    @property
    def url(self) -> str:
        return f"{super().url}/hook"
