"""A merchant's server on a loopback address: it keeps what providers tell it and answers as it is told."""

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.loopback.listening import Listening, QuietHandler


@dataclass(frozen=True)
class Told:
    path: str
    json: Any
    query: dict[str, str]


class Shop(Listening):
    """Start with `with`; `answers` (status and JSON) are used up one by one, then every answer is a 200."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.answers: list[tuple[int, Any]] = []
        shop = self

        class Handler(QuietHandler):
            def do_POST(self) -> None:
                self.keep(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

            def do_GET(self) -> None:
                self.keep(None)

            def keep(self, sent: Any) -> None:
                parts = urlsplit(self.path)
                shop.told.append(Told(parts.path, sent, dict(parse_qsl(parts.query))))
                self.say(*(shop.answers.pop(0) if shop.answers else (200, {"ResultCode": 0})))

        self.listen(Handler)
