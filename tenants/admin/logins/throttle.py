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
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tenants.client_address import place
from tenants.models import FailedLogin, User

log = structlog.get_logger(__name__)
WINDOW: Final = timedelta(minutes=15)
PER_NAME, PER_PLACE, OVERALL = 5, 20, 200
COOKIE, COOKIE_LASTS = "tulia_browser", timedelta(days=180)
SALT = "tenants.logins.browser"


class TooMany(Exception):
    """Too many tries have failed; nothing was looked at."""


@dataclass(frozen=True, slots=True)
class Try:
    """A try that counts as failed until it is forgiven."""

    row: FailedLogin

    def take_back(self) -> None:
        """It was not looked at, and does not count."""
        self.row.delete()

    def forgive(self) -> None:
        """It succeeded: what failed before it under this name and from this source no longer counts."""
        FailedLogin.objects.filter(source=self.row.source, name=self.row.name).delete()


def begin(request: HttpRequest, name: str, *, now: datetime) -> Try:
    """Count a try; raises TooMany. It is counted before the counts are read, so that many at once count too."""
    FailedLogin.objects.filter(tried_at__lt=now - WINDOW).delete()
    name = name.strip().lower()
    browser = _browser(request, name)
    if browser is not None:
        row = _new(f"browser {browser}", name, now)
        if _count(row, now) <= PER_NAME:
            return Try(row)
        row.delete()
    row = _new(f"place {place(request)}", name, now)
    if _is_within_limits(row, now):
        return Try(row)
    row.delete()
    log.warning("tenants.login.throttled")
    raise TooMany


def _new(source: str, name: str, now: datetime) -> FailedLogin:
    """Both as digests: a name may be an e-mail address."""
    digest, digest_of_name = _digest(source), _digest(f"{source} {name}")
    return FailedLogin.objects.create(source=digest, name=digest_of_name, tried_at=now)


def _is_within_limits(row: FailedLogin, now: datetime) -> bool:
    recent = FailedLogin.objects.filter(tried_at__gt=now - WINDOW)
    if _count(row, now) > PER_NAME or recent.filter(source=row.source).count() > PER_PLACE:
        return False
    return recent.count() <= OVERALL


def _count(row: FailedLogin, now: datetime) -> int:
    recent = FailedLogin.objects.filter(source=row.source, tried_at__gt=now - WINDOW)
    return recent.filter(name=row.name).count()


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
