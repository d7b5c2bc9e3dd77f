"""How Twilio signs a webhook: HMAC-SHA1 over the address and the sorted parameters, under the auth token."""

import base64
import hashlib
import hmac
from collections.abc import Mapping


def signature(url: str, parameters: Mapping[str, str], auth_token: str) -> str:
    """The value of X-Twilio-Signature."""
    signed = url.partition("#")[0] + "".join(name + parameters[name] for name in sorted(parameters))
    digest = hmac.new(auth_token.encode(), signed.encode(), hashlib.sha1)
    return base64.b64encode(digest.digest()).decode()
