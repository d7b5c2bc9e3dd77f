"""Files that a person sends: known by their content, kept under their tenant, fetched by Twilio at a signed address."""

import hashlib
import os
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse

from conversations.models import OutboundFile
from tenants.scope import current_tenant_id
from tenants.tenancy import new_id

# The unit of WhatsApp's limits below.
MEGABYTE: Final = 2**20
# What a file begins and ends with, its ending, and the most that WhatsApp takes of it.
KINDS: Final = {
    "image/jpeg": (b"\xff\xd8\xff", b"\xff\xd9", "jpg", 5 * MEGABYTE),
    "image/png": (b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82", "png", 5 * MEGABYTE),
    "application/pdf": (b"%PDF-", b"%%EOF", "pdf", 16 * MEGABYTE),
}
# WhatsApp's largest of all kinds.
MOST: Final = 16 * MEGABYTE
# Bytes after the end that programs leave behind.
SLACK: Final = 1024
SALT: Final = "conversations.outbox.files"
# Twilio fetches it when it sends, which it tries for four hours.
FETCHED_WITHIN: Final = timedelta(hours=12)


class UnsendableFile(Exception):
    """It is no file that WhatsApp takes; the words are for the operator."""


def kind_of(content: bytes) -> str:
    """What it is by its own bytes, whatever it is called; raises UnsendableFile."""
    for kind, (first, last, _, most) in KINDS.items():
        if content.startswith(first) and last in content[-SLACK:]:
            if len(content) > most:
                raise UnsendableFile(f"That is too large: WhatsApp takes {most // MEGABYTE} MB of this kind.")
            return kind
    raise UnsendableFile("Only JPEG and PNG pictures and PDF files can be sent.")


def keep(content: bytes, *, name: str, message_id: UUID, now: datetime) -> OutboundFile:
    """Write the file into the folder of the tenant in scope; its row, unsaved, for a message yet to be queued."""
    content_type = kind_of(content)
    file_id = new_id()
    path = f"{current_tenant_id()}/{now:%Y/%m}/{file_id}.{KINDS[content_type][2]}"
    place = _root() / path
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with NamedTemporaryFile(dir=place.parent, suffix=".part", delete=False) as draft:
        draft.write(content)
        draft.flush()
        os.fsync(draft.fileno())
    os.replace(draft.name, place)
    return OutboundFile(
        id=file_id, message_id=message_id, name=Path(name).name[:120], content_type=content_type, size=len(content),
        path=path, sha256=hashlib.sha256(content).hexdigest(),
    )  # fmt: skip


def address_of(file: OutboundFile) -> str:
    """The address where Twilio fetches the file: nobody guesses it, and it is good for half a day."""
    named = signing.dumps([str(current_tenant_id()), str(file.pk)], salt=SALT)
    return f"{settings.TULIA.base_url}{reverse('outbound-file', args=[named])}"


def named_by(token: str) -> tuple[UUID, UUID] | None:
    """Tenant and file of an address of ours that is still good."""
    try:
        tenant_id, file_id = signing.loads(token, salt=SALT, max_age=FETCHED_WITHIN)
        return UUID(tenant_id), UUID(file_id)
    except (signing.BadSignature, ValueError):
        return None


def path_of(file: OutboundFile) -> Path:
    return _root() / file.path


def _root() -> Path:
    return Path(settings.MEDIA_ROOT)
