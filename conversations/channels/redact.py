"""Takes secrets out of what is logged of an exchange, and all but three characters of phone numbers and addresses."""

import json
import re
from typing import Any

KEPT_BYTES = 4096

_ADDRESS = re.compile(r"(whatsapp(?::|%3A))[^\s\"'&,}\\]*?([^\s\"'&,}\\]{1,3})(?=[\s\"'&,}\\]|$)", re.IGNORECASE)
# With its plus, or nine and more digits in a row: a date and a price have fewer, and a SID's follow a letter.
_PHONE = re.compile(
    r"(?<![\w-])(?:(?:\+|%2B)\d(?:[ -]?[\dX]){3,12}|\d(?:[ -]?\d){5,11})((?:[ -]?[\dX]){3})(?![\w-])", re.IGNORECASE
)
_WEBHOOK_TOKEN = re.compile(r"(/webhooks/twilio/)[^/?\s\"]+")
# A parameter's name is taken up to its secret word, or to its end where it has none: never tried again from within.
_NAME_PARTS = "token|sig|key|secret|credential|password"
_SECRET_PARAMETER = re.compile(
    rf"([?&](?:(?!{_NAME_PARTS})[^=&\s\"])*(?:(?:{_NAME_PARTS})[^=&\s\"]*=?)?)((?<==)[^&\s\"]+)?", re.IGNORECASE
)
_KEY_PARTS = "token|secret|password|authorization"
_SECRET_MEMBER = re.compile(rf"(\"(?:(?!{_KEY_PARTS})[^\"])*(?:{_KEY_PARTS})[^\"]*\"\s*:\s*)\"[^\"]*\"", re.IGNORECASE)
_LOGIN = re.compile(r"(https?://)[^/@\s\"]+@")


def text(words: str) -> str:
    """The words with phone numbers, tokens and logins masked."""
    for pattern, mask in (
        (_LOGIN, r"\1***@"),
        (_WEBHOOK_TOKEN, r"\1***"),
        (_SECRET_PARAMETER, lambda found: f"{found[1]}***" if found[2] else found[0]),
        (_SECRET_MEMBER, r'\1"***"'),
        (_ADDRESS, r"\1***\2"),
        (_PHONE, r"***\1"),
    ):
        words = pattern.sub(mask, words)
    return words


def fields(told: Any) -> Any:
    """The same for every word inside lists and mappings."""
    if isinstance(told, dict):
        return {str(name): "***" if _is_secret(str(name)) else fields(value) for name, value in told.items()}
    if isinstance(told, list | tuple):
        return [fields(value) for value in told]
    if isinstance(told, int) and not isinstance(told, bool):
        masked = text(str(told))
        return told if masked == str(told) else masked
    return text(told) if isinstance(told, str) else told


def body(answer: str) -> str:
    """An answer's first 4 KB; masked before it is cut, so that no half of a secret is left over."""
    try:
        masked = json.dumps(fields(json.loads(answer)), ensure_ascii=False)
    except ValueError:
        masked = text(answer)
    return masked.replace("\x00", "").encode()[:KEPT_BYTES].decode(errors="ignore")


def _is_secret(name: str) -> bool:
    return any(word in name.lower() for word in ("token", "secret", "password", "authorization"))
