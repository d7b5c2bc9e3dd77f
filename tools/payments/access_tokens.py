"""Access tokens, shared by all processes: kept sealed in the cache, and fetched by one process at a time.

Safaricom ends a token when the next is made, so two processes that fetch at once would end each other's.
"""

import contextlib
import functools
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
from django.conf import settings
from django.core.cache import cache
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.lock import Lock
from redis.retry import Retry

from tenants import secrets
from tools.payments.models import PaymentAccount

log = structlog.get_logger(__name__)
# A token is not used to its last second: the request that bears it takes time to arrive.
EARLY_SECONDS = 60
# Longer than a fetch can take, whose request has 30 seconds and 5 to connect.
LOCK_SECONDS = 40
# Whoever waits looks twenty times a second: a fetch takes tenths of one.
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
def _locked(name: str) -> Iterator[None]:
    """One process at a time; who waited as long as a fetch can take, or finds no server, goes ahead without the lock.

    A lock that ran out while its holder was slow is another's by now: its release then leaves it alone.
    """
    lock = Lock(
        _server(str(settings.TULIA.redis_url)), name, timeout=LOCK_SECONDS, blocking_timeout=LOCK_SECONDS,
        sleep=PAUSE_SECONDS,
    )  # fmt: skip
    try:
        is_ours = lock.acquire()
    except RedisError as error:
        log.warning("payments.token.unlocked", problem=type(error).__name__)
        is_ours = False
    try:
        yield
    finally:
        if is_ours:
            with contextlib.suppress(RedisError):
                lock.release()


@functools.cache
def _server(url: str) -> Redis:
    """The cache's server, for what Django's cache has no word for; one that does not answer is given up soon."""
    return Redis.from_url(url, socket_timeout=2, socket_connect_timeout=2, retry=Retry(NoBackoff(), 1))
