"""Takes secrets and people's names out of what is logged of an exchange, and all but three digits of phone numbers."""

import json
import re
from typing import Any

KEPT_BYTES = 4096
MASK = "***"

_SECRETS = re.compile(r"password|passkey|secret|consumer_?key|token|authorization|credential", re.IGNORECASE)
# Who paid: their name, and a number that is masked or hashed in a way of the provider's own.
_PERSONS = re.compile(r"^(first|middle|last)_?name$|^msisdn$|^sender$|party_?name$|payment_account", re.IGNORECASE)
# Kenyan numbers as the providers write them, also at the end of a checkout's id.
_PHONE = re.compile(r"(?<!\d)(?:\+?254|0)[17]\d{5}(\d{3})(?!\d)")
_CHECKOUT = re.compile(r"\b(ws_CO_\d{8,})\d{6}(\d{3})\b")
_HOOK_TOKEN = re.compile(r"(/hooks/(?!results)\w+/)[^/?\s\"]+|(/hooks/results/)[^?\s\"]+")


def text(words: str) -> str:
    """The words with phone numbers and the secret part of our addresses masked."""
    words = _HOOK_TOKEN.sub(lambda found: f"{found[1] or found[2]}{MASK}", words)
    return _PHONE.sub(rf"{MASK}\1", _CHECKOUT.sub(rf"\1{MASK}\2", words))


def fields(told: Any) -> Any:
    """The same for every word inside lists and mappings."""
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
    return MASK if told and (_SECRETS.search(name) or _PERSONS.search(name)) else fields(told)


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
