"""Kenyan mobile numbers, as people write them and as M-Pesa takes them."""

import re
from typing import Final

from tenants.customers.phones import e164_of

_MOBILE: Final = re.compile(r"\+254[17]\d{8}")


def to_e164(text: str) -> str | None:
    """A number in E.164, +2547… or +2541…; None when it is no Kenyan mobile number."""
    phone = e164_of(text)
    return phone if phone and _MOBILE.fullmatch(phone) else None


def msisdn(phone_e164: str) -> str:
    """The twelve digits that M-Pesa takes."""
    return phone_e164.removeprefix("+")


def is_alike(phone_e164: str, told: str) -> bool:
    """Whether a number that a provider tells, mostly masked or not at all, can be this one."""
    tail = re.search(r"(\d{1,3})$", told.strip())
    return not phone_e164 or tail is None or len(told) > 20 or phone_e164.endswith(tail[1])
