"""What a tenant's configuration may say; each refusal is a sentence for the person who typed it."""

import re
import zoneinfo
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError

from tenants.choices import list_languages

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
PAYMENT_METHODS = ("mpesa_stk", "mpesa_c2b", "card")
HOURS = re.compile(r"^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$")
# A visitor of a web page is known by a digest of their thread.
ADDRESS = re.compile(r"^(whatsapp:(\+[1-9]\d{3,14}|[A-Z]{2}\.[A-Za-z0-9.]{1,128})|web:[0-9a-f]{40})\Z", re.ASCII)
ORIGIN = re.compile(r"^https?://[a-z0-9.-]{1,253}(:\d{1,5})?\Z", re.ASCII)


def validate_languages(value: Any) -> None:
    """At least one language, each of them known."""
    if not isinstance(value, list) or not value:
        raise ValidationError("Name at least one language.")
    known = [code for code, _ in list_languages()]
    unknown = [language for language in value if language not in known]
    if unknown:
        raise ValidationError(f"Unknown languages: {', '.join(map(str, unknown))}. Use {', '.join(known)}.")


def validate_time_zone(value: str) -> None:
    if value not in _time_zones():
        raise ValidationError(f"{value} is not a time zone. Example: Africa/Nairobi.")


@cache
def _time_zones() -> frozenset[str]:
    """Those of this machine: to list them opens hundreds of files."""
    return frozenset(zoneinfo.available_timezones())


def validate_business_hours(value: Any) -> None:
    """A mapping of mon..sun to '08:00-18:00' or 'closed'; days left out are closed."""
    if not isinstance(value, dict):
        raise ValidationError('Write hours as {"mon": "08:00-18:00", "sun": "closed"}.')
    for day, hours in value.items():
        if day not in DAYS:
            raise ValidationError(f"{day} is not a day. Use {', '.join(DAYS)}.")
        if hours != "closed" and not (isinstance(hours, str) and HOURS.match(hours)):
            raise ValidationError(f"Hours of {day} must read 08:00-18:00 or closed.")


def validate_payments_enabled(value: Any) -> None:
    """A mapping of payment methods to true or false."""
    if not isinstance(value, dict) or any(not isinstance(is_on, bool) for is_on in value.values()):
        raise ValidationError('Write methods as {"mpesa_stk": true, "card": false}.')
    unknown = set(value) - set(PAYMENT_METHODS)
    if unknown:
        raise ValidationError(f"Unknown methods: {', '.join(sorted(unknown))}. Use {', '.join(PAYMENT_METHODS)}.")


def validate_mapping(value: Any) -> None:
    if not isinstance(value, dict):
        raise ValidationError("This must be a JSON object.")


def validate_address(value: str) -> None:
    """A WhatsApp address: a phone in E.164, or a business-scoped id such as KE.4566546130240823."""
    if not ADDRESS.match(value):
        raise ValidationError("A WhatsApp address reads whatsapp:+254712345678 or whatsapp:KE.4566546130240823.")


def validate_origins(value: object) -> None:
    """A list of web origins: a scheme and a host, perhaps a port, and nothing behind it."""
    if not (isinstance(value, list) and all(isinstance(one, str) and ORIGIN.match(one) for one in value)):
        raise ValidationError('Give a list of origins, without a path: ["https://shop.example"].')


def shown(address: str) -> str:
    """An address as people read it: a number, an id, or that somebody wrote from a page."""
    kind, _, rest = address.partition(":")
    return f"Web visitor {rest[:6]}" if kind == "web" else address.removeprefix("whatsapp:")


def validate_names(value: object) -> None:
    """A list of names."""
    if not (isinstance(value, list) and all(isinstance(name, str) and name for name in value)):
        raise ValidationError('Give a list of names, such as ["offers"].')
