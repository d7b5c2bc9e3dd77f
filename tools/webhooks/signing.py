"""The signature of a telling: HMAC-SHA256 over its time and its body, so that neither can be changed or used again."""

import hashlib
import hmac
import secrets
from typing import Final

HEADER: Final = "Tulia-Signature"
PREFIX: Final = "whsec_"


def new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def signature(body: bytes, *, secret: str, timestamp: int) -> str:
    """t=<seconds since 1970>,v1=<hex of the HMAC over "<seconds>.<body>">."""
    digest = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={timestamp},v1={digest}"
