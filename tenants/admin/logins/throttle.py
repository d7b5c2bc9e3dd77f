"""The brake on guessing: tries are counted in the database before a password is looked at, and past a limit it is not.

Counted are the tries that failed within a quarter of an hour: for a name from one place, for a place, and for all
places together. No limit hangs on a name alone, so that nobody can lock a known name out. A browser in which somebody
has logged in before keeps a cookie that says so: it has a count of its own, and what others do does not reach it.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.conf import settings
from django.core import signing
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tenants.admin.logins.refused import LoginRefused
from tenants.client_address import place
from tenants.models import FailedLogin, User

log = structlog.get_logger(__name__)
# Long enough that guessing does not pay, short enough that who mistyped is not lost for the day.
WINDOW: Final = timedelta(minutes=15)
# A person mistypes a few times; an office behind one address has several of them; guessing needs thousands.
PER_NAME, PER_PLACE, OVERALL = 5, 20, 200
COOKIE, COOKIE_LASTS = "tulia_browser", timedelta(days=180)
SALT = "tenants.logins.browser"


class TooMany(LoginRefused):
    """Too many tries have failed."""

    title = "Too many tries have failed."
    words = "Wait 15 minutes, then try again. A browser in which you have logged in before may let you in sooner."
    retry_after_seconds = int(WINDOW.total_seconds())


@dataclass(frozen=True, slots=True)
class Try:
    """A try that counts as failed until it is forgiven."""

    row: FailedLogin

    def take_back(self) -> None:
        """Forget this try: the password was not looked at, so that it does not count."""
        self.row.delete()

    def forgive(self) -> None:
        """The login succeeded: what failed before under this name and from this source no longer counts."""
        FailedLogin.objects.filter(source=self.row.source, name=self.row.name).delete()


def begin(request: HttpRequest, name: str, *, now: datetime) -> Try:
    """Count a try; raises TooMany."""
    name = name.strip().lower()
    browser = _browser(request, name)
    tried = _tried(f"browser {browser}", name, now, counted_alone=True) if browser else None
    tried = tried or _tried(f"place {place(request)}", name, now)
    if tried is None:
        log.warning("tenants.login.throttled")
        raise TooMany
    return tried


def _tried(source: str, name: str, now: datetime, *, counted_alone: bool = False) -> Try | None:
    """One more try from a source, None when it has none left. Counted again with its own row: many may come at once."""
    row = FailedLogin(source=_digest(source), name=_digest(f"{source} {name}"), tried_at=now)
    if not _is_left(row, now, 1, counted_alone=counted_alone):
        return None
    FailedLogin.objects.filter(tried_at__lt=now - WINDOW).delete()
    row.save()
    if _is_left(row, now, 0, counted_alone=counted_alone):
        return Try(row)
    row.delete()
    return None


def _is_left(row: FailedLogin, now: datetime, more: int, *, counted_alone: bool) -> bool:
    counts = FailedLogin.objects.filter(tried_at__gt=now - WINDOW).aggregate(
        of_name=Count("pk", filter=Q(source=row.source, name=row.name)),
        of_place=Count("pk", filter=Q(source=row.source)),
        overall=Count("pk"),
    )
    if counts["of_name"] + more > PER_NAME:
        return False
    return counted_alone or (counts["of_place"] + more <= PER_PLACE and counts["overall"] + more <= OVERALL)


def _digest(text: str) -> str:
    return salted_hmac("tenants.logins.throttle", text, algorithm="sha256").hexdigest()


def remember_browser(response: HttpResponse, user: User) -> None:
    """Mark this browser as one in which this person has logged in."""
    marked = {"name": _digest(user.get_username().lower()), "id": secrets.token_hex(16)}
    response.set_cookie(
        COOKIE, signing.dumps(marked, salt=SALT), max_age=COOKIE_LASTS, httponly=True,
        secure=settings.USE_HTTPS, samesite="Lax",
    )  # fmt: skip


def _browser(request: HttpRequest, name: str) -> str | None:
    """The mark of this browser, when the person of this name has logged in with it."""
    try:
        marked = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_LASTS)
        return str(marked["id"]) if marked["name"] == _digest(name) else None
    except (signing.BadSignature, KeyError, TypeError):
        return None
