"""A webhook's request, opened with care: small enough, a form or JSON, and its fields only when Twilio signed them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from twilio.request_validator import HMAC_SHA1, HMAC_SHA256, RequestValidator, get_signature_algorithm

ALGORITHMS = frozenset({HMAC_SHA1, HMAC_SHA256})


# A message has at most 1,600 characters, 19 KiB when each is an emoji in percent encoding. The largest real webhooks,
# with the same words in Body, ButtonText and ChannelMetadata, stay under this.
MAX_BYTES = 64 * 1024
# Of a Content-Length; more would make a number that takes long to read.
MAX_DIGITS = 12
UNREADABLE = (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError, ValueError, RecursionError)


class WebhookRefused(Exception):
    """A request that is not taken, with the HTTP status that says why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


def screen(request: HttpRequest) -> None:
    """Refuse what the headers alone make unacceptable, before a byte of the body is read."""
    if (request.content_params or {}).get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise WebhookRefused(400, "charset is not UTF-8")
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not (length.isascii() and length.isdigit()):
        raise WebhookRefused(400, "Content-Length is not a number")
    if len(length) > MAX_DIGITS or int(length) > MAX_BYTES:
        raise WebhookRefused(413, "body is too large")


def open_signed(request: HttpRequest, auth_token: str, *, former: Sequence[str] = ()) -> dict[str, str]:
    """The fields of a webhook that Twilio signed for the address it was sent to; raises WebhookRefused.

    `former` are addresses of installations that forward to this one what Twilio still sends there.
    """
    try:
        body = request.body
        if len(body) > MAX_BYTES:
            raise WebhookRefused(413, "body is too large")
        signed: Any = body.decode() if request.content_type == "application/json" else request.POST
    except UNREADABLE as error:
        raise WebhookRefused(400, "body is unreadable") from error
    if not any(_bears_signature(request, base, signed, auth_token) for base in (_our_base(request), *former)):
        raise WebhookRefused(403, "signature")
    return {_storable(name): _storable(value) for name, value in _fields(signed).items()}


def _bears_signature(request: HttpRequest, base: str, signed: Any, auth_token: str) -> bool:
    query = request.META.get("QUERY_STRING", "")  # not re-encoded: Twilio signs what it sent
    return is_signed(
        base + request.get_full_path().partition("?")[0] + (f"?{query}" if query else ""),
        signed,
        signature=request.headers.get("X-Twilio-Signature", ""),
        auth_token=auth_token,
        settings_header=request.headers.get("X-Twilio-Webhooks-Signature-Settings", ""),
    )


def _our_base(request: HttpRequest) -> str:
    """As Twilio was told it: behind a proxy the host is ours by configuration, not by header."""
    return settings.TULIA.base_url if settings.TULIA.public_base_url else f"{request.scheme}://{request.get_host()}"


def _fields(signed: Any) -> Mapping[str, str]:
    """A form's or a JSON object's fields as texts; of a repeated one the last."""
    if not isinstance(signed, str):
        return {name: str(value) for name, value in signed.items()}
    try:
        document = json.loads(signed)
        return {name: _text(value) for name, value in document.items()}
    except (ValueError, RecursionError, AttributeError) as error:
        raise WebhookRefused(400, "body is not a JSON object") from error


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _storable(text: str) -> str:
    """Without what PostgreSQL cannot hold: NUL, and halves of surrogate pairs."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode()


def is_signed(url: str, signed: Any, *, signature: str, auth_token: str, settings_header: str = "") -> bool:
    """Whether the signature is Twilio's for this address and these form fields, or this JSON body as text.

    A body's hash is part of a JSON webhook's signed address; without it the body would not be covered at all.
    """
    algorithm = get_signature_algorithm(settings_header).upper()
    if not signature or algorithm not in ALGORITHMS:
        return False
    try:
        is_covered = not isinstance(signed, str) or "bodySHA256" in parse_qs(urlsplit(url).query)
        return is_covered and bool(RequestValidator(auth_token).validate(_plain(url), signed, signature, algorithm))
    except ValueError:  # an address that is none, such as one with port 99999
        return False


def _plain(url: str) -> str:
    """Twilio signs neither the fragment, which holds its connection overrides, nor the user and password."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment=""))
