"""Fetches a file that a message names: redirects by hand, the password to its provider only, within size and time."""

import hashlib
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import BinaryIO
from urllib.parse import urljoin

import httpx

from conversations.channels.base import MediaAccess
from tools.providers import destination
from tools.providers.destination import NotAllowed, NotNow, Resolve

# WhatsApp's own limit for what a customer can send; documents may be larger, and are refused.
MAX_BYTES = 16 * 1024 * 1024
# Twilio's store redirects once.
MAX_REDIRECTS = 3
# 16 MB over a slow line; a worker's thread is held that long.
TOTAL_SECONDS = 40.0
TIMEOUT = httpx.Timeout(10, connect=5)
# HTTP's codes that name another address.
REDIRECTS = frozenset({301, 302, 303, 307, 308})
# Twilio's webhook can be quicker than its file store, and a wrong auth token is soon put right.
PASSING = frozenset({401, 403, 404, 408, 425, 429})


@dataclass(frozen=True, slots=True, kw_only=True)
class Downloaded:
    """What came, and what its sender calls it."""

    content_type: str
    size: int
    sha256: str


def download(
    url: str,
    into: BinaryIO,
    *,
    access: MediaAccess,
    resolve: Resolve = destination.resolve,
    verify: ssl.SSLContext | None = None,
    seconds: float = TOTAL_SECONDS,
) -> Downloaded:
    """Write the file; raises NotAllowed for good, NotNow when it may be had later."""
    deadline = time.monotonic() + seconds
    url = access.locate(url)
    for _ in range(MAX_REDIRECTS + 1):
        with _asked(url, access, resolve, verify or _certificates()) as answer:
            if answer.status_code not in REDIRECTS:
                _refuse_unless_good(answer)
                return _written(answer, into, deadline)
            url = urljoin(url, answer.headers.get("Location", ""))
    raise NotAllowed("It is redirected too often.")


@cache
def _certificates() -> ssl.SSLContext:
    return httpx.create_ssl_context()


@contextmanager
def _asked(url: str, access: MediaAccess, resolve: Resolve, verify: ssl.SSLContext) -> Iterator[httpx.Response]:
    """One hop, on a connection of its own to the very address that was checked."""
    parts = destination.parse(url)
    host = parts.host
    headers = {"Host": parts.netloc.decode(), "Accept": "*/*", "Accept-Encoding": "identity"}
    if not access.is_stand_in(url):
        parts = parts.copy_with(host=destination.check(url, resolve=resolve))
    # No proxy and no .netrc of the environment: they would choose the host, or a password, for us.
    with httpx.Client(verify=verify, timeout=TIMEOUT, trust_env=False, follow_redirects=False) as client:
        request = client.build_request("GET", parts, headers=headers, extensions={"sni_hostname": host})
        try:
            answer = client.send(request, stream=True, auth=access.credentials_for(url))
        except httpx.HTTPError as error:
            raise NotNow("There was no answer.") from error
        with _closing(answer):
            yield answer


@contextmanager
def _closing(answer: httpx.Response) -> Iterator[None]:
    try:
        yield
    except httpx.HTTPError as error:
        raise NotNow("The answer broke off.") from error
    finally:
        answer.close()


def _refuse_unless_good(answer: httpx.Response) -> None:
    status = answer.status_code
    if status in PASSING or status >= 500:
        raise NotNow(f"The server answered {status}.")
    if status != 200:
        raise NotAllowed(f"The server answered {status}.")
    if answer.headers.get("Content-Encoding", "identity") != "identity":
        raise NotAllowed("It is packed in a way that was not asked for.")
    length = answer.headers.get("Content-Length", "")
    if length.isdecimal() and int(length[:12]) > MAX_BYTES:
        raise NotAllowed("It is larger than 16 MB.")


def _written(answer: httpx.Response, into: BinaryIO, deadline: float) -> Downloaded:
    digest, size = hashlib.sha256(), 0
    for part in answer.iter_raw():
        size += len(part)
        if size > MAX_BYTES:
            raise NotAllowed("It is larger than 16 MB.")
        if time.monotonic() > deadline:
            raise NotNow("It came too slowly.")
        digest.update(part)
        into.write(part)
    return Downloaded(content_type=answer.headers.get("Content-Type", ""), size=size, sha256=digest.hexdigest())
