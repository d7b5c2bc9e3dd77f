"""Carries signed webhooks as Twilio does: 15 s to answer, one more try when nobody listens."""

import base64
import hashlib
import hmac
import ssl
from collections.abc import Mapping
from functools import cache
from uuid import uuid4

import httpx
import structlog

log = structlog.get_logger(__name__)
TIMEOUT = httpx.Timeout(15, connect=5)
# Twilio's own: one more when nobody listens.
TRIES = 2


@cache
def tls() -> ssl.SSLContext:
    """Which certificates are trusted; read once, for that takes as long as many webhooks."""
    return httpx.create_ssl_context()


def post(url: str, fields: Mapping[str, str], auth_token: str) -> str:
    """Post the form; what went wrong in words for the page, or nothing when it was taken."""
    headers = {
        "User-Agent": "TwilioProxy/1.1",
        "Accept": "*/*",
        "I-Twilio-Idempotency-Token": str(uuid4()),
        "X-Twilio-Signature": signature(url, fields, auth_token),
    }
    problem = ""
    for _ in range(TRIES):
        try:
            response = httpx.post(url, data=dict(fields), headers=headers, timeout=TIMEOUT, verify=tls())
        except (httpx.ConnectError, httpx.ConnectTimeout):
            problem = "Nobody listens at the webhook"
            continue
        except httpx.HTTPError as error:
            log.warning("simulator.webhook.unanswered", error=type(error).__name__)
            return "Webhook did not answer within 15 s"
        return "" if response.is_success else f"Webhook answered {response.status_code}"
    log.warning("simulator.webhook.unreachable")
    return problem


def signature(url: str, parameters: Mapping[str, str], auth_token: str) -> str:
    """The value of X-Twilio-Signature."""
    signed = url.partition("#")[0] + "".join(name + parameters[name] for name in sorted(parameters))
    digest = hmac.new(auth_token.encode(), signed.encode(), hashlib.sha1)
    return base64.b64encode(digest.digest()).decode()
