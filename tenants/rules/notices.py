"""The notices a tenant may have a WhatsApp template for, the values each can name, and what a mistake is told."""

import re
from typing import Any, Final

from django.core.exceptions import ValidationError

# Values as a customer reads them: money with its currency, a status or reason in her language.
VALUES: Final[dict[str, tuple[str, ...]]] = {
    "payment.settled": ("number", "amount", "receipt", "method", "paid"),
    "payment.partial": ("number", "amount", "receipt", "paid", "due"),
    "payment.excess": ("number", "amount", "receipt", "paid", "excess"),
    "payment.failed": ("number", "amount", "method", "reason"),
    "payment.reversed": ("number", "amount", "method"),
    "order.status_changed": ("number", "status", "total"),
}
KEYS: Final = {"name", "content_sid", "variables"}
SID: Final = re.compile(r"HX[0-9a-fA-F]{32}")
NAME: Final = re.compile(r"[a-z0-9_]{1,100}")
EXAMPLE: Final = (
    '{"payment.settled": {"name": "payment_received", "content_sid": "HX…", "variables": ["amount", "number"]}}'
)
HELP: Final = (
    "Approved WhatsApp templates for what a customer is told when she has not written for a day; without one it "
    f"cannot be sent then. {EXAMPLE}. Variables are the values of {{{{1}}}}, {{{{2}}}} and so on, in this order. "
    + " ".join(f"{event}: {', '.join(values)}." for event, values in VALUES.items())
)


def validate_templates(value: Any) -> None:
    """A mapping of events to the template that tells of each."""
    if not isinstance(value, dict):
        raise ValidationError(f"Write templates as {EXAMPLE}.")
    for event, template in value.items():
        if event not in VALUES:
            raise ValidationError(f"{event} is not an event. Use {', '.join(VALUES)}.")
        if not isinstance(template, dict) or set(template) != KEYS:
            raise ValidationError(f"{event}: give name, content_sid and variables, and nothing else.")
        _validate(event, **template)


def _validate(event: str, *, name: Any, content_sid: Any, variables: Any) -> None:
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ValidationError(f"{event}: a template's name has small letters, digits and underscores only.")
    if not isinstance(content_sid, str) or not SID.fullmatch(content_sid):
        raise ValidationError(f"{event}: a content SID is HX and 32 hex digits.")
    known = VALUES[event]
    if not isinstance(variables, list) or any(variable not in known for variable in variables):
        raise ValidationError(f"{event}: variables are a list of {', '.join(known)}.")
