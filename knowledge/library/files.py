"""The files of the library: each in its tenant's folder, under its document and its content's own name."""

import os
from hashlib import sha1
from pathlib import Path
from tempfile import NamedTemporaryFile
from uuid import UUID

from django.conf import settings

from knowledge.load import kinds

FOLDER = "library"


class FileGone(Exception):
    """The file of a document is not where its row says."""


def digest(content: bytes) -> str:
    """The name that this content has for all time."""
    return sha1(content, usedforsecurity=False).hexdigest()


def keep(tenant_id: UUID, document_id: UUID, content: bytes, name: str) -> str:
    """Write the file whole or not at all; its path under MEDIA_ROOT."""
    folder = f"{tenant_id}/{FOLDER}/{document_id}"
    path = f"{folder}/{digest(content)}.{kinds.ending_of(name)}"
    (_root() / folder).mkdir(parents=True, exist_ok=True, mode=0o700)
    with NamedTemporaryFile(dir=_root() / folder, suffix=".part", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            os.replace(file.name, _root() / path)
        finally:
            Path(file.name).unlink(missing_ok=True)
    return path


def read(tenant_id: UUID, path: str) -> bytes:
    """The content of a file of this tenant's; raises FileGone."""
    try:
        return _place(tenant_id, path).read_bytes()
    except OSError as error:
        raise FileGone(path) from error


def remove(tenant_id: UUID, *paths: str) -> None:
    """Remove files of this tenant's, and the folders that they leave empty."""
    for path in filter(None, paths):
        place = _place(tenant_id, path)
        place.unlink(missing_ok=True)
        if place.parent.is_dir() and not any(place.parent.iterdir()):
            place.parent.rmdir()


def _place(tenant_id: UUID, path: str) -> Path:
    own, place = (_root() / str(tenant_id) / FOLDER).resolve(), (_root() / path).resolve()
    if not place.is_relative_to(own):
        raise FileGone(path)
    return place


def _root() -> Path:
    return Path(settings.MEDIA_ROOT)
