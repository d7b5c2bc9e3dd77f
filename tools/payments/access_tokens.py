"""Access tokens, shared by all processes: kept sealed in the cache, and fetched by one process at a time.

Safaricom ends a token when the next is made, so two processes that fetch at once would end each other's.
"""

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
from django.core.cache import cache
from redis import RedisError

from tenants import secrets
from tools.payments.models import PaymentAccount

log = structlog.get_logger(__name__)
EARLY_SECONDS = 60
LOCK_SECONDS = 40
PAUSE_SECONDS = 0.05

# Makes a token: the token and how many seconds it lives.
Fetch = Callable[[], tuple[str, int]]


def get(account: PaymentAccount, fetch: Fetch) -> str:
    """The account's token; a cache that is down costs a fetch, and nothing else."""
    try:
        return _find(account) or _fetched(account, fetch)
    except RedisError as error:
        log.warning("payments.token.uncached", problem=type(error).__name__)
        return fetch()[0]


def drop(account: PaymentAccount, token: str) -> None:
    """Forget a token that the provider no longer takes, unless somebody has fetched another since."""
    with contextlib.suppress(RedisError):
        if _find(account) == token:
            cache.delete(_key(account))


def _fetched(account: PaymentAccount, fetch: Fetch) -> str:
    with _locked(f"{_key(account)}:lock"):
        token = _find(account)  # somebody else's, made while we waited
        if token is None:
            token, seconds = fetch()
            sealed = secrets.seal(token, owner_id=account.tenant_id)
            cache.set(_key(account), sealed, timeout=max(seconds - EARLY_SECONDS, 1))
        return token


def _find(account: PaymentAccount) -> str | None:
    sealed = cache.get(_key(account))
    try:
        return secrets.unseal(sealed, owner_id=account.tenant_id) if sealed else None
    except secrets.SecretUnreadable:  # its key has left the ring
        return None


def _key(account: PaymentAccount) -> str:
    """New keys make a new name, so that a token of the old ones is not used with them."""
    keys = hashlib.sha256(f"{account.sealed_consumer_key}{account.sealed_consumer_secret}".encode()).hexdigest()
    return f"tenant:{account.tenant_id}:payments:{account.pk}:{keys[:16]}:token"


@contextmanager
def _locked(key: str) -> Iterator[None]:
    """One process at a time; whoever waited as long as a fetch can take goes ahead without the lock."""
    patience = time.monotonic() + LOCK_SECONDS
    while not (is_ours := cache.add(key, 1, timeout=LOCK_SECONDS)) and time.monotonic() < patience:
        time.sleep(PAUSE_SECONDS)
    try:
        yield
    finally:
        if is_ours:
            cache.delete(key)
