"""A write is done once under its key: its record and what it does are one transaction.

Two requests with one key that come at the same moment meet at the key's row: the later waits for the earlier, and is
given its answer. A write that was refused leaves no record, and may be tried again under its key.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request

from conversations.api.models import ApiToken, ApiWrite
from conversations.api.problems import ApiRefusal

HEADER: Final = "Idempotency-Key"
KEY: Final = re.compile(r"[\x21-\x7e]{1,255}")
# A client that tries again does so within the day.
KEPT: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Written:
    """What a write answers, and whom it is about, for its record goes with them."""

    body: Mapping[str, Any]
    status: int = 200
    customer_id: UUID | None = None
    is_replayed: bool = False


def once(request: Request, token: ApiToken, do: Callable[[], Written]) -> Written:
    """Do it, or tell again what it came to, in the tenant's open scope; 400 without a key, 422 for another write's."""
    key, fingerprint = _key(request), _fingerprint(request)
    ApiWrite.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    row, is_new = ApiWrite.objects.get_or_create(token=token, key=key, defaults={"fingerprint": fingerprint})
    if not is_new and row.fingerprint != fingerprint:
        raise ApiRefusal(422, "key_used", f"{HEADER} was used for another request. Make a new one for this.")
    if not is_new:
        return Written(row.answer, row.status, row.customer_id, is_replayed=True)
    done = do()
    row.status, row.answer, row.customer_id = done.status, dict(done.body), done.customer_id
    row.save(update_fields=["status", "answer", "customer_id"])
    return done


def _key(request: Request) -> str:
    key = request.headers.get(HEADER, "")
    if not KEY.fullmatch(key):
        words = (
            f"Send {HEADER}: 1 to 255 visible ASCII characters, new for each write and the same when it is repeated."
        )
        raise ApiRefusal(400, "key_missing", words)
    return key


def _fingerprint(request: Request) -> str:
    data: Any = request.data
    files = {name: _digest_of(file) for name, file in request.FILES.items()}
    fields = {name: value for name, value in data.items() if name not in files} if files else data
    told = [request.method, request.path, fields, files]
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode("utf-8", "replace")).hexdigest()


def _digest_of(file: Any) -> str:
    digest = hashlib.sha256(str(file.name).encode("utf-8", "replace"))
    for chunk in file.chunks():
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()
