"""The admin's login, with a limit on guessing: five failures for a name from one place, then a quarter of an hour."""

import hashlib
from datetime import timedelta
from typing import Any

import structlog
from django.core.cache import cache
from django.core.exceptions import ValidationError
from redis import RedisError
from unfold.forms import AuthenticationForm

log = structlog.get_logger(__name__)
TRIES = 5
WINDOW = timedelta(minutes=15)
TOO_MANY = "Too many failed logins. Wait 15 minutes, then try again."


class ThrottledLogin(AuthenticationForm):  # type: ignore[misc]
    """Counts a try before it is checked, so that many at once count too; a right password clears the count.

    Without its cache it lets people in: a broken cache must not lock everybody out.
    """

    def clean(self) -> dict[str, Any]:
        key = self._key()
        if _count(key) > TRIES:
            log.warning("tenants.login.throttled")
            raise ValidationError(TOO_MANY, code="throttled")
        cleaned: dict[str, Any] = super().clean()
        _forget(key)
        return cleaned

    def _key(self) -> str:
        """Hashed: a name may be an e-mail address."""
        address = self.request.META.get("REMOTE_ADDR", "") if self.request else ""
        name = str(self.cleaned_data.get("username", "")).strip().lower()
        return f"fleet:login:{hashlib.sha256(f'{name} {address}'.encode()).hexdigest()}"


def _count(key: str) -> int:
    try:
        cache.add(key, 0, timeout=WINDOW.total_seconds())
        return int(cache.incr(key))
    except (RedisError, ValueError) as error:  # no cache; or the count ended between the two
        log.warning("tenants.login.uncounted", problem=type(error).__name__)
        return 1


def _forget(key: str) -> None:
    try:
        cache.delete(key)
    except RedisError as error:
        log.warning("tenants.login.uncounted", problem=type(error).__name__)
