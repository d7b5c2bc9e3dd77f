"""Whether a name is another business's on this installation, without telling any of them.

The names are read under the fleet role and kept in memory for some minutes, as hashes under a key that lives as long
as the process: a turn can ask about the words it has, and list nothing.
"""

import hashlib
import re
import secrets
import time
from dataclasses import dataclass
from threading import Lock
from typing import Final
from uuid import UUID

from tenants.models import Tenant
from tenants.scope import fleet_scope

# A new business's name counts everywhere within five minutes; asking at each reply costs a statement.
KEPT_SECONDS: Final = 300.0
# Shorter names are everyday words too.
SHORTEST: Final = 4
_key: Final = secrets.token_bytes(32)
_lock: Final = Lock()
_kept: tuple[float, dict[bytes, frozenset[UUID]]] = (0.0, {})


@dataclass(frozen=True, slots=True)
class OtherNames:
    """The names of all tenants but this one; ask with `name in names`, the name folded to lower case."""

    tenant_id: UUID

    def __contains__(self, name: object) -> bool:
        owners = _owners().get(_hash(str(name)), frozenset())
        return bool(owners) and self.tenant_id not in owners


def forget() -> None:
    """Read the names anew at the next question."""
    global _kept
    _kept = (0.0, {})


def _owners() -> dict[bytes, frozenset[UUID]]:
    global _kept
    read_at, owners = _kept
    if owners and time.monotonic() - read_at < KEPT_SECONDS:
        return owners
    with _lock:
        with fleet_scope():
            rows = list(Tenant.objects.values_list("id", "name"))
        owners = {}
        for tenant_id, name in rows:
            for part in _parts(name):
                owners[_hash(part)] = owners.get(_hash(part), frozenset()) | {tenant_id}
        _kept = (time.monotonic(), owners)
    return owners


def _parts(name: str) -> set[str]:
    """The whole name, and its first two words when there are more: "Oasis Diani" of "Oasis Diani Beach Resort"."""
    said = re.findall(r"[^\W_]+(?:'[^\W_]+)*", name.casefold())
    whole = " ".join(said)
    return {part for part in (whole, " ".join(said[:2]) if len(said) > 2 else "") if len(part) >= SHORTEST}


def _hash(name: str) -> bytes:
    return hashlib.blake2b(name.encode(), key=_key, digest_size=16).digest()
