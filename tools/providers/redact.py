"""Takes secrets and people's names out of what is logged of an exchange, and all but three characters of their numbers.

One mask for every provider, `***`, with the last three characters behind it where a person should know a number again.
"""

import json
import re
from collections.abc import Callable
from typing import Any

# Enough to see what was said; a page of HTML from a broken proxy is cut.
KEPT_BYTES = 4096
MASK = "***"

_SECRETS = re.compile(r"password|passkey|secret|consumer_?key|token|authorization|credential", re.IGNORECASE)
# Who paid: their name, and a number that is masked or hashed in a way of the provider's own.
_PERSONS = re.compile(r"^(first|middle|last)_?name$|^msisdn$|^sender$|party_?name$|payment_account", re.IGNORECASE)
# What a provider calls a request, and when something was: digits with hyphens between them, and no number of anybody.
_NO_NUMBERS = re.compile(r"(?:request|conversation)_?id$|time|date", re.IGNORECASE)
_ID_OR_TIME = re.compile(r"\d{1,20}-\d{1,20}-\d{1,20}|20\d{12}|20\d\d-\d\d-\d\d[T ][\d:.]{1,20}(?:Z|[+-]\d\d:?\d\d)?")

_ADDRESS = re.compile(r"(whatsapp(?::|%3A))[^\s\"'&,}\\]*?([^\s\"'&,}\\]{1,3})(?=[\s\"'&,}\\]|$)", re.IGNORECASE)
# With its plus, or nine and more digits in a row: a date and a price have fewer, and a SID's follow a letter.
_PHONE = re.compile(
    r"(?<![\w-])(?:(?:\+|%2B)\d(?:[ -]?[\dX]){3,12}|\d(?:[ -]?\d){5,11})((?:[ -]?[\dX]){3})(?![\w-])", re.IGNORECASE
)
# Kenyan numbers wherever they stand, also right behind a letter, and at the end of a checkout's id.
_KENYAN = re.compile(r"(?<!\d)(?:\+?254|0)[17]\d{5}(\d{3})(?!\d)")
_CHECKOUT = re.compile(r"\b(ws_CO_\d{8,})\d{6}(\d{3})\b")
# The secret parts of our own addresses: the second of a question's is a secret, too.
_OWN_ADDRESS = re.compile(r"(/hooks/results/)[^?\s\"]+|(/hooks/\w+/|/webhooks/twilio/)[^/?\s\"]+")
# A parameter's name is taken up to its secret word, or to its end where it has none: never tried again from within.
_NAME_PARTS = "token|sig|key|secret|credential|password"
_SECRET_PARAMETER = re.compile(
    rf"([?&](?:(?!{_NAME_PARTS})[^=&\s\"])*(?:(?:{_NAME_PARTS})[^=&\s\"]*=?)?)((?<==)[^&\s\"]+)?", re.IGNORECASE
)
_KEY_PARTS = "token|secret|password|authorization"
_SECRET_MEMBER = re.compile(rf"(\"(?:(?!{_KEY_PARTS})[^\"])*(?:{_KEY_PARTS})[^\"]*\"\s*:\s*)\"[^\"]*\"", re.IGNORECASE)
_LOGIN = re.compile(r"(https?://)[^/@\s\"]+@")

Masked = str | Callable[[re.Match[str]], str]
_RULES: tuple[tuple[re.Pattern[str], Masked], ...] = (
    (_LOGIN, rf"\1{MASK}@"),
    (_OWN_ADDRESS, lambda found: f"{found[1] or found[2]}{MASK}"),
    (_SECRET_PARAMETER, lambda found: f"{found[1]}{MASK}" if found[2] else found[0]),
    (_SECRET_MEMBER, rf'\1"{MASK}"'),
    (_ADDRESS, rf"\1{MASK}\2"),
    (_CHECKOUT, rf"\1{MASK}\2"),
    (_KENYAN, rf"{MASK}\1"),
    (_PHONE, rf"{MASK}\1"),
)


def text(words: str) -> str:
    """The words with phone numbers, tokens, logins and the secret parts of our addresses masked."""
    for pattern, mask in _RULES:
        words = pattern.sub(mask, words)
    return words


def fields(told: Any) -> Any:
    """The same for every word inside lists and mappings, where a name tells more of what it is."""
    if isinstance(told, dict):
        # Daraja's answers come as pairs of a name and a value, too.
        named = str(told.get("Key") or told.get("Name") or "")
        return {text(str(name)): _field(named if name == "Value" else str(name), it) for name, it in told.items()}
    if isinstance(told, list | tuple):
        return [fields(it) for it in told]
    if isinstance(told, bool) or told is None:
        return told
    if isinstance(told, int | float):
        masked = text(str(told))
        return told if masked == str(told) else masked
    return storable(text(str(told)))


def _field(name: str, told: Any) -> Any:
    if told and (_SECRETS.search(name) or _PERSONS.search(name)):
        return MASK
    is_plain = isinstance(told, str | int) and _NO_NUMBERS.search(name) and _ID_OR_TIME.fullmatch(str(told))
    return told if is_plain else fields(told)


def body(answer: str) -> str:
    """An answer's first 4 KB; masked before it is cut, so that no half of a secret is left over."""
    try:
        masked = json.dumps(fields(json.loads(answer)), ensure_ascii=False)
    except (ValueError, RecursionError):
        masked = text(answer)
    return storable(masked).encode()[:KEPT_BYTES].decode(errors="ignore")


def storable(words: str) -> str:
    """Without what PostgreSQL cannot hold: NUL, and halves of surrogate pairs."""
    return words.replace("\x00", "").encode("utf-8", "replace").decode()
