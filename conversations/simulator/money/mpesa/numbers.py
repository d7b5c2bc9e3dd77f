"""Daraja's names for requests."""

import secrets
from datetime import datetime
from uuid import uuid4

from conversations.simulator.money import ledger


def new_request_id() -> str:
    """Groups of hex, and a number at the end."""
    _, first, second, third, last = str(uuid4()).split("-")
    return f"{first}-{second}-{third}-{last}{secrets.randbelow(9000) + 1000}"


def new_checkout_id(msisdn: str, now: datetime) -> str:
    """The moment, three digits of chance, and the end of the number that is asked."""
    moment = now.astimezone(ledger.NAIROBI).strftime("%d%m%Y%H%M%S")
    return f"ws_CO_{moment}{secrets.randbelow(900) + 100}{msisdn[-9:]}"


def new_conversation_id(now: datetime) -> str:
    """The day, and chance."""
    return f"AG_{now.astimezone(ledger.NAIROBI):%Y%m%d}_{secrets.token_hex(10)}"
