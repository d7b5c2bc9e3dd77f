"""The files that rows name: where they lie under MEDIA_ROOT, and their end together with the rows."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import models

from conversations.models import InboundMedia, OutboundFile
from conversations.rights.reach import Table, chunks, label, links
from knowledge.models import Document
from tenants.scope import current_tenant_id

FILES = "files"  # what reports call them
# Columns that are no FileField and hold a path under MEDIA_ROOT.
PATHS = {label(InboundMedia): ("path",), label(OutboundFile): ("path",), label(Document): ("path", "incoming")}
# Where they lie in a tenant's folder: those of messages by month, those of the library by document.
KEPT = re.compile(r"^(?:\d{4}/\d{2}|library/[0-9a-f-]{36})$")
# Younger files without a row may belong to a worker that is about to write it.
SETTLED = timedelta(days=1)


def columns(model: Table) -> list[str]:
    """The columns of this table that name files."""
    named = [field.name for field in model._meta.concrete_fields if isinstance(field, models.FileField)]
    return [*named, *PATHS.get(label(model), ())]


def of_rows(model: Table, ids: Iterable[UUID]) -> Iterator[Path]:
    """The files that exist for these rows, in the folder of the tenant in scope and nowhere else."""
    own = (_root() / str(current_tenant_id())).resolve()
    for column in columns(model):
        for chunk in chunks(ids):
            for name in model.objects.filter(pk__in=chunk).exclude(**{column: ""}).values_list(column, flat=True):
                path = _root() / name
                if path.is_file() and path.resolve().is_relative_to(own):
                    yield path


def remove(paths: Iterable[Path]) -> int:
    """Remove them; how many there were."""
    count = 0
    for path in paths:
        path.unlink(missing_ok=True)
        count += 1
    return count


def name_of(path: Path) -> str:
    return path.relative_to(_root()).as_posix()


def remove_orphans(tenant_id: UUID, *, now: datetime) -> int:
    """Remove files of messages and documents that no row names: a worker died between the two."""
    folder = _root() / str(tenant_id)
    kept = [inner for inner in folder.glob("*/*") if KEPT.match(inner.relative_to(folder).as_posix())]
    before = (now - SETTLED).timestamp()
    old = [path for inner in kept for path in inner.iterdir() if path.is_file() and path.stat().st_mtime < before]
    unnamed = [path for chunk in chunks(old) for path in _unnamed(chunk)]
    count = remove(unnamed)
    for inner in {path.parent for path in unnamed}:
        with suppress(OSError):  # another file is in it
            inner.rmdir()
    return count


def _unnamed(paths: list[Path]) -> list[Path]:
    named: set[str] = set()
    tables: list[Table] = [*links(), Document]
    for model in tables:
        for column in columns(model):
            named.update(
                model.objects.filter(**{f"{column}__in": [name_of(path) for path in paths]}).values_list(
                    column, flat=True
                )
            )
    return [path for path in paths if name_of(path) not in named]


def _root() -> Path:
    return Path(settings.MEDIA_ROOT)
