"""Django's sessions in the database, with whose they are; they last twelve hours from the last time they were used."""

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.http import HttpRequest
from django.utils import timezone

from tenants.access import Session
from tenants.client_address import client_address

USE: Final = "tulia_use"
# A session is written again when it was last seen so long ago; more often would cost a write each page.
RENEWED_AFTER: Final = timedelta(minutes=1)


class SessionStore(db.SessionStore):
    """Copies into the row's columns what the session says of its owner and its use."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Session = super().create_model_instance(data)  # type: ignore[assignment]
        row.user_id = data.get(SESSION_KEY)
        use = data.get(USE, {})
        row.begun_at, row.seen_at = (_moment(use.get(name)) for name in ("begun", "seen"))
        row.address, row.browser = use.get("address", ""), use.get("browser", "")
        return row


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def begin(*, request: HttpRequest, now: datetime | None = None, **_: Any) -> None:
    """Note where a session began, and remove the rows of those that are over."""
    now = now or timezone.now()
    request.session[USE] = {
        "begun": now.isoformat(),
        "seen": now.isoformat(),
        "address": client_address(request),
        "browser": request.META.get("HTTP_USER_AGENT", "")[:200],
    }
    Session.objects.filter(expire_date__lt=now).delete()


user_logged_in.connect(begin, dispatch_uid="tenants.sessions.begin")


def renew(request: HttpRequest, *, now: datetime) -> None:
    """Let a session that is used last on; one that nobody looked at is left alone."""
    if not request.session.accessed or SESSION_KEY not in request.session:
        return
    use = request.session.get(USE, {})
    seen = _moment(use.get("seen"))
    if seen is None or now - seen >= RENEWED_AFTER:
        request.session[USE] = use | {"seen": now.isoformat()}


def public_id(session: Session) -> str:
    """What a page may call a session: its key would let anybody in."""
    return hashlib.sha256(session.session_key.encode()).hexdigest()[:32]


def list_of(user_id: Any, *, now: datetime) -> list[Session]:
    """The sessions in which a person is logged in, the latest used first."""
    return list(Session.objects.filter(user_id=user_id, expire_date__gt=now).order_by("-seen_at"))


def end(user_id: Any, *, chosen: Iterable[str] | None = None, but: str | None = None) -> int:
    """Log a person out: in the chosen sessions or everywhere, but not in the one with this key. How many ended."""
    named = None if chosen is None else set(chosen)
    rows = Session.objects.filter(user_id=user_id).exclude(session_key=but)
    keys = [row.session_key for row in rows if named is None or public_id(row) in named]
    return Session.objects.filter(session_key__in=keys).delete()[0]
