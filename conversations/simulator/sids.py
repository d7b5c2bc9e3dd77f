"""Twilio's names for things: two letters and 32 hex digits."""

import secrets
from typing import Literal

Prefix = Literal["SM", "MM", "ME", "HX", "XE"]


def new(prefix: Prefix) -> str:
    return prefix + secrets.token_hex(16)
