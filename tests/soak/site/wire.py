"""A Twilio request as the soak makes it: signed without any code of the product."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A tenant's channel, as Twilio knows it, and the login of one who works at the tenant's desk."""

    tenant: str
    token: str
    account: str
    secret: str
    sender: str
    session: str = ""


def sign(url: str, fields: dict[str, str], secret: str) -> str:
    """X-Twilio-Signature."""
    text = url + "".join(name + fields[name] for name in sorted(fields))
    return base64.b64encode(hmac.new(secret.encode(), text.encode(), hashlib.sha1).digest()).decode()


def inbound(line: Line, *, sid: str, customer: str, text: str) -> dict[str, str]:
    """The fields of one inbound message."""
    return {
        "AccountSid": line.account,
        "ApiVersion": "2010-04-01",
        "Body": text,
        "From": customer,
        "MessageSid": sid,
        "MessageType": "text",
        "NumMedia": "0",
        "NumSegments": "1",
        "ProfileName": "Asha",
        "SmsMessageSid": sid,
        "SmsSid": sid,
        "SmsStatus": "received",
        "To": line.sender,
        "WaId": customer.rpartition("+")[2],
    }


def form(url: str, fields: dict[str, str], secret: str) -> tuple[bytes, dict[str, str]]:
    """Body and headers of a signed form."""
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "User-Agent": "TwilioProxy/1.1",
        "X-Twilio-Signature": sign(url, fields, secret),
    }
    return urlencode(fields).encode(), headers
