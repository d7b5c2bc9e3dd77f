"""Tokens: made and shown once, found by their digest, revoked, and marked as used."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db.models import Q

from conversations.api.models import ApiToken
from conversations.api.scopes import NAMES
from tenants.scope import fleet_scope, tenant_scope

log = structlog.get_logger(__name__)
PREFIX: Final = "tulia_"
# Enough to tell tokens apart, and far too little to guess the rest.
HINT_LENGTH: Final = 12
# When it was last used is worth one write a minute.
NOTED_EVERY: Final = timedelta(minutes=1)
# Two weeks to put a new one into place.
TOLD_BEFORE: Final = timedelta(days=14)


def make(
    *, name: str, scopes: Iterable[str], expires_at: datetime | None, created_by_id: UUID | None
) -> tuple[ApiToken, str]:
    """A token of the tenant in scope, and its plain text, which is told this once; ValueError for an unknown scope."""
    wanted = sorted(set(scopes))
    if unknown := set(wanted) - NAMES:
        raise ValueError(f"No such scope: {', '.join(sorted(unknown))}")
    plain = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        name=name, digest=_digest(plain), hint=plain[:HINT_LENGTH], scopes=wanted, expires_at=expires_at,
        created_by_id=created_by_id,
    )  # fmt: skip
    log.info("api.token.made", token_id=str(token.pk), scopes=wanted)
    return token, plain


def find(plain: str, *, now: datetime) -> ApiToken | None:
    """The token that may be used now, of whichever tenant; its use is noted once a minute."""
    with fleet_scope():
        rows = ApiToken.objects.filter(is_usable(now), digest=_digest(plain), tenant__is_active=True)
        token = rows.select_related("tenant").first()
    if token is not None and (token.last_used_at is None or token.last_used_at < now - NOTED_EVERY):
        with tenant_scope(token.tenant_id):
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def is_usable(now: datetime) -> Q:
    return Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=now))


def ends_soon(token: ApiToken, *, now: datetime) -> bool:
    """Whether its system and its people should be told that it is about to open nothing."""
    return token.expires_at is not None and token.revoked_at is None and now < token.expires_at <= now + TOLD_BEFORE


def list_ending(*, now: datetime) -> list[ApiToken]:
    """Of the tenant in scope, the next to end first."""
    rows = ApiToken.objects.filter(is_usable(now), expires_at__lte=now + TOLD_BEFORE)
    return list(rows.order_by("expires_at"))


def revoke(token_id: UUID, *, now: datetime) -> bool:
    """From the next request on it opens nothing; False when it was revoked before."""
    is_new = bool(ApiToken.objects.filter(pk=token_id, revoked_at=None).update(revoked_at=now))
    if is_new:
        log.info("api.token.revoked", token_id=str(token_id))
    return is_new


def _digest(plain: str) -> str:
    """Without salt or stretching: a token is 256 random bits, which nobody guesses from a digest."""
    return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()
