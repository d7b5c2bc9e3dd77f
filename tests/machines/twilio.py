"""A loopback Twilio whose next answers are chosen one by one; it keeps what it took, in the order in which it did."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from tests.loopback.listening import Listening, QuietHandler

# What may become of a request to send: taken and answered; taken, but the answer is lost; lost on the way;
# and three answers that say it was not taken.
FATES = ("fine", "cut", "lost", "busy", "down", "refused")
PROBLEMS = {"busy": (429, 20429), "down": (503, 20503), "refused": (400, 21610)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A message that Twilio took."""

    own_id: str
    account: str
    sid: str
    callback: str
    document: dict[str, Any]


class ChosenTwilio(Listening):
    """Start with `with`; `fates` are used up one by one, then all is well."""

    def __init__(self) -> None:
        self.taken: list[Taken] = []
        self.fates: deque[str] = deque()
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)
        self.listen(type("Handler", (_Handler,), {"twilio": self}))

    def clear(self) -> None:
        self.taken.clear()
        self.fates.clear()

    def post(self, path: str, fields: dict[str, Any]) -> tuple[int, dict[str, Any]] | None:
        """The answer; None when there is none."""
        if not path.endswith("/Messages.json"):
            return 201, {"sid": f"HX{uuid4().hex}", "friendly_name": fields.get("friendly_name")}
        fate = self.fates.popleft() if self.fates else "fine"
        if fate in PROBLEMS:
            status, code = PROBLEMS[fate]
            return status, {"code": code, "message": fate, "status": status}
        if fate == "lost":
            return None
        taken = self._take(path.split("/")[3], fields)
        return (201, taken.document) if fate == "fine" else None

    def _take(self, account: str, fields: dict[str, str]) -> Taken:
        sid, callback = f"SM{uuid4().hex}", fields["StatusCallback"]
        own_id = parse_qs(urlsplit(callback).query)["message"][0]
        document = _document(account, sid, fields, self.clock())
        self.taken.append(Taken(own_id=own_id, account=account, sid=sid, callback=callback, document=document))
        return self.taken[-1]

    def list(self, path: str, query: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """The account's messages, newest first, by To and From."""
        wanted = [
            one.document
            for one in reversed(self.taken)
            if one.account == path.split("/")[3]
            and all(query.get(name) in (None, one.document[name.lower()]) for name in ("To", "From"))
        ]
        return 200, {"messages": wanted, "page": 0, "next_page_uri": None}


def _document(account: str, sid: str, fields: dict[str, str], at: datetime) -> dict[str, Any]:
    """A message as Twilio's API shows it."""
    now = format_datetime(at)
    return {
        "sid": sid, "account_sid": account, "to": fields["To"], "from": fields["From"], "body": fields.get("Body", ""),
        "status": "queued", "direction": "outbound-api", "num_segments": "1", "num_media": "0", "date_created": now,
        "date_updated": now, "date_sent": now, "price": None, "price_unit": None, "error_code": None,
        "error_message": None, "api_version": "2010-04-01", "messaging_service_sid": None, "subresource_uris": {},
        "uri": f"/2010-04-01/Accounts/{account}/Messages/{sid}.json",
    }  # fmt: skip


class _Handler(QuietHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    twilio: ChosenTwilio

    def do_POST(self) -> None:
        answer = self.twilio.post(urlsplit(self.path).path, self.fields())
        if answer is None:
            self.close_connection = True
        else:
            self.say(*answer)

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.say(*self.twilio.list(parts.path, query))
