"""A loopback Twilio with bad days: late, busy, broken, or silent after it took the message; it keeps what it took."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.utils import formatdate
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx

from tests.loopback.listening import Listening, QuietHandler
from tests.soak.site import wire
from tests.soak.site.wire import Line

# Of a hundred messages, how many meet which fate; the rest is taken at once.
FATES = {"busy": 3, "broken": 2, "slow": 4, "cut": 2}
SLOW_SECONDS = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A message that Twilio took, in the order in which it did."""

    own_id: str
    sid: str
    account: str
    to: str
    sender: str
    fate: str
    taken_at: float
    document: dict[str, Any]


class _Cut(Exception):
    """The connection ends without an answer."""


class FaultyTwilio(Listening):
    """Messages, their list, Content and typing at Twilio's paths; signed status callbacks for what was taken."""

    def __init__(self, *, seed: int, is_faulty: bool = True) -> None:
        self.taken: list[Taken] = []
        self.fates: Counter[str] = Counter()
        self._random = random.Random(seed)
        self._is_faulty = is_faulty
        self._lines: dict[str, Line] = {}
        self._lock = threading.Lock()
        self._callbacks = ThreadPoolExecutor(max_workers=4, thread_name_prefix="callback")
        self._client = httpx.Client(timeout=5)
        self.listen(type("Handler", (_Handler,), {"twilio": self}))

    def __exit__(self, *args: object) -> None:
        super().__exit__(*args)
        self._callbacks.shutdown(cancel_futures=True)

    def know(self, lines: Iterable[Line]) -> None:
        """Whose accounts there are: status callbacks are signed with their tokens."""
        self._lines = {line.account: line for line in lines}

    def post(self, path: str, fields: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        if path.endswith("/Messages.json"):
            return self._message(path.split("/")[3], fields)
        if path.endswith("/v1/Content"):
            return 201, {"sid": f"HX{uuid4().hex}", "friendly_name": fields.get("friendly_name")}
        return 200, {"success": True}

    def list(self, path: str, query: dict[str, str]) -> tuple[int, dict[str, Any]]:
        """The account's messages, newest first, by To and From."""
        account = path.split("/")[3]
        wanted = [
            one.document
            for one in reversed(self.taken)
            if one.account == account and query.get("To") in (None, one.to) and query.get("From") in (None, one.sender)
        ]
        return 200, {"messages": wanted[: int(query.get("PageSize", 50))], "page": 0, "next_page_uri": None}

    def _message(self, account: str, fields: dict[str, str]) -> tuple[int, dict[str, Any]]:
        fate = self._fate()
        if fate == "busy":
            return 429, _problem(429, 20429, "Too many requests")
        if fate == "broken":
            return 503, _problem(503, 20503, "Service unavailable")
        taken = self._take(account, fields, fate)
        self._callbacks.submit(self._tell, taken, fields.get("StatusCallback", ""))
        if fate == "cut":
            raise _Cut
        if fate == "slow":
            time.sleep(SLOW_SECONDS)
        return 201, taken.document

    def _fate(self) -> str:
        with self._lock:
            drawn = self._random.random() * 100 if self._is_faulty else 100
            fate = "fine"
            for name, share in FATES.items():
                if 0 <= drawn < share:
                    fate = name
                drawn -= share
            self.fates[fate] += 1
        return fate

    def _take(self, account: str, fields: dict[str, str], fate: str) -> Taken:
        own_id = parse_qs(urlsplit(fields.get("StatusCallback", "")).query).get("message", [""])[0]
        sid = f"SM{uuid4().hex}"
        document = _document(account, sid, fields)
        with self._lock:
            taken = Taken(
                own_id=own_id, sid=sid, account=account, to=fields["To"], sender=fields["From"], fate=fate,
                taken_at=time.time(), document=document,
            )  # fmt: skip
            self.taken.append(taken)
        return taken

    def _tell(self, taken: Taken, url: str) -> None:
        """Say `sent` and `delivered`, now and then in the wrong order or twice; nobody calls again when it fails."""
        statuses = ["sent", "delivered"]
        if self._random.random() < 0.2:
            statuses.reverse()
        if self._random.random() < 0.1:
            statuses.append("sent")
        line = self._lines.get(taken.account)
        if line is None:
            return
        for status in statuses:
            fields = {
                "AccountSid": taken.account, "From": taken.sender, "To": taken.to, "MessageSid": taken.sid,
                "SmsSid": taken.sid, "MessageStatus": status, "SmsStatus": status, "ApiVersion": "2010-04-01",
            }  # fmt: skip
            body, headers = wire.form(url, fields, line.secret)
            try:
                self._client.post(url, content=body, headers=headers)
            except httpx.HTTPError:
                self.fates["callback lost"] += 1


def _document(account: str, sid: str, fields: dict[str, str]) -> dict[str, Any]:
    """A message as Twilio's API shows it."""
    now = formatdate(usegmt=True).replace("GMT", "+0000")
    return {
        "sid": sid, "account_sid": account, "to": fields["To"], "from": fields["From"],
        "body": fields.get("Body") or json.loads(fields.get("ContentVariables", "{}")).get("1", ""),
        "status": "queued", "direction": "outbound-api", "num_segments": "1", "num_media": "0",
        "date_created": now, "date_updated": now, "date_sent": now, "price": None, "price_unit": None,
        "error_code": None, "error_message": None, "api_version": "2010-04-01", "messaging_service_sid": None,
        "uri": f"/2010-04-01/Accounts/{account}/Messages/{sid}.json", "subresource_uris": {},
    }  # fmt: skip


def _problem(status: int, code: int, message: str) -> dict[str, Any]:
    more = f"https://www.twilio.com/docs/errors/{code}"
    return {"code": code, "message": message, "more_info": more, "status": status}


class _Handler(QuietHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    twilio: FaultyTwilio

    def do_POST(self) -> None:
        try:
            self.say(*self.twilio.post(urlsplit(self.path).path, self.fields()))
        except _Cut:
            self.close_connection = True

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.say(*self.twilio.list(parts.path, query))
