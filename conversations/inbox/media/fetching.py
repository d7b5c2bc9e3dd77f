"""Media of inbound messages: fetched by a worker, kept under their tenant, given up with a reason."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, BinaryIO
from uuid import UUID

import structlog
from django.conf import settings
from django.db.models import F
from django.utils import timezone

from conversations.channels import registry
from conversations.inbox.media import types
from conversations.inbox.media.download import Downloaded, download
from conversations.models import InboundMedia
from tenants import live
from tenants.scope import fleet_scope, tenant_scope
from tools.providers.destination import NotAllowed, NotNow

log = structlog.get_logger(__name__)
Status = InboundMedia.Status
# Longer than a download may take, so that only a dead worker's claim is taken over.
CLAIM = timedelta(seconds=90)
DELAYS = tuple(timedelta(seconds=seconds) for seconds in (2, 5, 15, 60, 300, 1800))
# The task that was just sent gets its chance first.
SWEEP_GRACE = timedelta(seconds=1)
# Of one round of the sweep; the next follows in seconds.
SWEEP_LIMIT = 200

Download = Callable[..., Downloaded]


def fetch(
    tenant_id: UUID, media_id: UUID, *, now: Callable[[], datetime] = timezone.now, download: Download = download
) -> None:
    """Fetch what is due; nothing when another worker is at it. No transaction is open meanwhile."""
    media = _claim(tenant_id, media_id, now())
    if media is None:
        return
    if media.attempts > len(DELAYS) + 1:
        _settle(media, status=Status.FAILED, reason="The worker stopped each time it was tried.")
        return
    try:
        _keep(media, download)
    except NotAllowed as error:
        _settle(media, status=Status.REFUSED, reason=str(error))
    except NotNow as error:
        _try_later(media, str(error), now())


def _claim(tenant_id: UUID, media_id: UUID, now: datetime) -> InboundMedia | None:
    with tenant_scope(tenant_id):
        due = InboundMedia.objects.filter(pk=media_id, status=Status.PENDING, due_at__lte=now)
        if not due.update(due_at=now + CLAIM, attempts=F("attempts") + 1):
            return None
        return InboundMedia.objects.select_related("message__channel").get(pk=media_id)


def _keep(media: InboundMedia, download: Download) -> None:
    channel = media.message.channel
    access_of = registry.of(channel.kind).media_access
    if access_of is None:
        raise NotAllowed("This channel brings no files.")
    access = access_of(channel)
    with _draft(media) as file:
        came = download(media.provider_url, file, access=access)
        content_type = types.settle(came.content_type, media.content_type)
        if content_type is None:
            raise NotAllowed("Files of this kind are not kept.")
        path = f"{_folder(media)}/{media.message_id}-{media.position + 1}.{types.ENDINGS[content_type]}"
        os.replace(file.name, _root() / path)
    is_wanted = _settle(
        media, status=Status.STORED, reason="", content_type=content_type, size=came.size, sha256=came.sha256, path=path
    )
    if not is_wanted:  # the message was erased meanwhile
        (_root() / path).unlink(missing_ok=True)


@contextmanager
def _draft(media: InboundMedia) -> Iterator[BinaryIO]:
    """A file beside its later place, gone unless it was moved there."""
    folder = _root() / _folder(media)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as file:
        try:
            yield file  # type: ignore[misc]  # a wrapper with all that a BinaryIO has
            file.flush()
            os.fsync(file.fileno())
        finally:
            Path(file.name).unlink(missing_ok=True)


def _root() -> Path:
    return Path(settings.MEDIA_ROOT)


def _folder(media: InboundMedia) -> str:
    return f"{media.tenant_id}/{media.message.received_at:%Y/%m}"


def _try_later(media: InboundMedia, reason: str, now: datetime) -> None:
    if media.attempts > len(DELAYS):
        _settle(media, status=Status.FAILED, reason=reason)
    else:
        _settle(media, reason=reason, due_at=now + DELAYS[media.attempts - 1])


def _settle(media: InboundMedia, **changes: Any) -> bool:
    """Note the outcome, unless the claim has passed to somebody else."""
    with tenant_scope(media.tenant_id):
        mine = InboundMedia.objects.filter(pk=media.pk, status=Status.PENDING, attempts=media.attempts)
        is_noted = bool(mine.update(**changes))
        if is_noted:
            live.changed(media.tenant_id, media.message.conversation_id)
    log.info("conversations.media.settled", media_id=str(media.pk), outcome=changes.get("status", "later"))
    return is_noted


def path_of(media: InboundMedia) -> Path:
    """Where a stored file lies."""
    return _root() / media.path


def list_due(*, grace: timedelta = SWEEP_GRACE) -> list[tuple[UUID, UUID]]:
    """Tenant and id of media that nobody has fetched in time, of every tenant."""
    with fleet_scope():
        rows = InboundMedia.objects.filter(status=Status.PENDING, due_at__lt=timezone.now() - grace)
        return list(rows.order_by("due_at").values_list("tenant_id", "id")[:SWEEP_LIMIT])
