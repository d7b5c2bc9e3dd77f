"""A loopback server that answers as Twilio's REST API does and keeps what it was sent."""

import json
import time
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any
from urllib.parse import parse_qs
from uuid import uuid4

from tests.loopback.listening import Listening, QuietHandler


@dataclass
class Received:
    """One request as it arrived."""

    path: str
    fields: dict[str, str]
    authorization: str
    at: float = field(default_factory=time.monotonic)


@dataclass
class Behaviour:
    """What the next answers look like; `statuses` are used up one by one, then all is well."""

    statuses: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    seconds: float = 0


class TwilioServer(Listening):
    """Start with `with`; `messages` are the sent ones, oldest first."""

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.listed: list[dict[str, Any]] = []
        self.senders: list[dict[str, Any]] = []
        self.approvals: dict[str, dict[str, Any]] = {}
        self.behaviour = Behaviour()
        server = self

        class Handler(QuietHandler):
            def do_POST(self) -> None:
                fields = self.fields()
                server.received.append(Received(self.path, fields, self.headers.get("Authorization", "")))
                status, answer = server.answer(self.path, fields)
                time.sleep(server.behaviour.seconds)
                self.say(status, answer)

            def do_GET(self) -> None:
                path, _, query = self.path.partition("?")
                fields = {name: values[0] for name, values in parse_qs(query).items()}
                server.received.append(Received(path, fields, self.headers.get("Authorization", "")))
                self.say(*(server.account(path) if "/Messages" not in path else server.listing(fields)))

        self.listen(Handler)

    @property
    def messages(self) -> list[Received]:
        return [request for request in self.received if self._is_message(request)]

    @staticmethod
    def _is_message(request: Received) -> bool:
        return request.path.endswith("/Messages.json") and "PageSize" not in request.fields

    @property
    def looks(self) -> list[Received]:
        return [request for request in self.received if "PageSize" in request.fields]

    def clear(self) -> None:
        self.received.clear()
        self.listed.clear()
        self.senders.clear()
        self.approvals.clear()
        self.behaviour = Behaviour()

    def fail_next(self, *answers: tuple[int, dict[str, Any]]) -> None:
        self.behaviour.statuses.extend(answers)

    def answer(self, path: str, fields: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if self.behaviour.statuses:
            return self.behaviour.statuses.pop(0)
        if path.endswith("/Messages.json"):
            document = {
                "sid": f"SM{uuid4().hex}", "status": "queued", "direction": "outbound-api", "error_code": None,
                "to": fields.get("To"), "from": fields.get("From"), "date_created": formatdate(),
                "body": fields.get("Body") or json.loads(fields.get("ContentVariables", "{}")).get("1", ""),
            }  # fmt: skip
            self.listed.insert(0, document)
            return 201, document
        if path.endswith("/v1/Content"):
            return 201, {"sid": f"HX{uuid4().hex}", "friendly_name": fields["friendly_name"]}
        return 200, {"success": True}

    def account(self, path: str) -> tuple[int, dict[str, Any]]:
        """Any account there may be; its token is right. Its senders, and what became of its templates."""
        if self.behaviour.statuses:
            return self.behaviour.statuses.pop(0)
        if path.endswith("/Channels/Senders"):
            return 200, {"senders": self.senders, "meta": {"key": "senders", "next_page_url": None}}
        if path.endswith("/ApprovalRequests"):
            approval = self.approvals.get(path.split("/")[-2])
            return (200, {"whatsapp": approval}) if approval else (404, {"code": 20404, "message": "not found"})
        return 200, {"sid": path.rpartition("/")[2].removesuffix(".json"), "friendly_name": "Loopback"}

    def listing(self, query: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """What was taken, newest first, of ?To= and ?From=."""
        if self.behaviour.statuses:
            return self.behaviour.statuses.pop(0)
        wanted = [one for one in self.listed if (one["to"], one["from"]) == (query["To"], query["From"])]
        return 200, {"messages": wanted, "page": 0, "next_page_uri": None}
