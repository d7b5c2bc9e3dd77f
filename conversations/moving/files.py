"""A tenant's files: all that lies in its folder, by name, with the digest of each."""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from uuid import UUID

from django.conf import settings


class NameRefused(ValueError):
    """A name that leads out of the tenant's folder."""


def digests(tenant_id: UUID) -> dict[str, str]:
    """SHA-256 of every file, by its name in the tenant's folder."""
    return {name: _digest(path) for name, path in names(tenant_id)}


def names(tenant_id: UUID) -> Iterator[tuple[str, Path]]:
    folder = folder_of(tenant_id)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            yield path.relative_to(folder).as_posix(), path


def write(tenant_id: UUID, name: str, content: IO[bytes]) -> None:
    """Write one into the tenant's folder, and nowhere else."""
    folder = folder_of(tenant_id)
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise NameRefused(f"{name} leads out of the tenant's folder.")
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        shutil.copyfileobj(content, file)


def remove(tenant_id: UUID) -> None:
    """Remove all of them."""
    shutil.rmtree(folder_of(tenant_id), ignore_errors=True)


def folder_of(tenant_id: UUID) -> Path:
    return Path(settings.MEDIA_ROOT) / str(tenant_id)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
