"""Whether Twilio signed a webhook, under either of its algorithms, over a form or over a JSON body."""

from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

from twilio.request_validator import HMAC_SHA1, HMAC_SHA256, RequestValidator, get_signature_algorithm

ALGORITHMS = frozenset({HMAC_SHA1, HMAC_SHA256})


def is_signed(url: str, signed: Any, *, signature: str, auth_token: str, settings_header: str = "") -> bool:
    """Whether the signature is Twilio's for this address and these form fields, or this JSON body as text.

    A body's hash is part of a JSON webhook's signed address; without it the body would not be covered at all.
    """
    algorithm = get_signature_algorithm(settings_header).upper()
    if not signature or algorithm not in ALGORITHMS:
        return False
    try:
        is_covered = not isinstance(signed, str) or _names_hash(url)
        return is_covered and bool(RequestValidator(auth_token).validate(_plain(url), signed, signature, algorithm))
    except ValueError:  # an address that is none, such as one with port 99999
        return False


def _names_hash(url: str) -> bool:
    return "bodySHA256" in parse_qs(urlsplit(url).query)


def _plain(url: str) -> str:
    """Twilio signs neither the fragment, which holds its connection overrides, nor the user and password."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment=""))
