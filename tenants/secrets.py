"""Secrets at rest, of tenants and of people: AES-256-GCM under a ring of keys, bound to whom each belongs to."""

import base64
import binascii
import secrets
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

# What GCM is specified for: 96 bits, drawn anew each time; 256 bits of key.
NONCE_BYTES = 12
# AES-256.
KEY_BYTES = 32


class SecretUnreadable(RuntimeError):
    """A sealed secret cannot be opened: its key left the ring, or it belongs to somebody else."""


class KeyRingInvalid(ValueError):
    """TULIA_ENCRYPTION_KEYS does not hold name:base64-of-32-bytes pairs."""


def parse_ring(text: str) -> dict[str, bytes]:
    """The keys by name, newest first; raises KeyRingInvalid."""
    ring = {}
    for entry in text.split(","):
        name, _, encoded = entry.strip().partition(":")
        try:
            key = base64.b64decode(encoded, validate=True)
        except binascii.Error as error:
            raise KeyRingInvalid(f"key {name!r} is not base64") from error
        if not name or len(key) != KEY_BYTES:
            raise KeyRingInvalid(f"key {name!r} does not have a name and {KEY_BYTES} bytes")
        ring[name] = key
    return ring


def new_key(name: str) -> str:
    """An entry for TULIA_ENCRYPTION_KEYS."""
    return f"{name}:{base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()}"


def seal(plain: str, *, owner_id: UUID) -> str:
    """The secret, encrypted with the newest key and readable for this tenant, or this person, only."""
    name, key = next(iter(settings.ENCRYPTION_RING.items()))
    nonce = secrets.token_bytes(NONCE_BYTES)
    sealed = AESGCM(key).encrypt(nonce, plain.encode(), owner_id.bytes)
    return f"{name}:{base64.b64encode(nonce + sealed).decode()}"


def unseal(sealed: str, *, owner_id: UUID) -> str:
    """The plain secret; raises SecretUnreadable."""
    name, _, encoded = sealed.partition(":")
    key = settings.ENCRYPTION_RING.get(name)
    if key is None:
        raise SecretUnreadable(f"No key named {name!r} in TULIA_ENCRYPTION_KEYS.")
    raw = base64.b64decode(encoded)
    try:
        return AESGCM(key).decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], owner_id.bytes).decode()
    except InvalidTag as error:
        raise SecretUnreadable("The secret was sealed for somebody else or has been altered.") from error


def is_current(sealed: str) -> bool:
    """Whether the newest key sealed it; rotation reseals the others."""
    return sealed.partition(":")[0] == next(iter(settings.ENCRYPTION_RING))
