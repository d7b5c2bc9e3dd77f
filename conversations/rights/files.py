"""The files that rows name: where they lie under MEDIA_ROOT, and their end together with the rows."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db import models

from conversations.models import InboundMedia
from conversations.rights.reach import Table, chunks, label, links
from tenants.scope import current_tenant_id

FILES = "files"  # what reports call them
# Columns that are no FileField and hold a path under MEDIA_ROOT.
PATHS = {label(InboundMedia): "path"}
MONTH = re.compile(r"^\d{4}/\d{2}$")
# Younger files without a row may belong to a worker that is about to write it.
SETTLED = timedelta(days=1)


def columns(model: Table) -> list[str]:
    """The columns of this table that name files."""
    named = [field.name for field in model._meta.concrete_fields if isinstance(field, models.FileField)]
    return [*named, PATHS[label(model)]] if label(model) in PATHS else named


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
    """Remove files of messages that no row names any more: a worker died between the two."""
    folder = _root() / str(tenant_id)
    months = [month for month in folder.glob("*/*") if MONTH.match(month.relative_to(folder).as_posix())]
    before = (now - SETTLED).timestamp()
    old = [path for month in months for path in month.iterdir() if path.is_file() and path.stat().st_mtime < before]
    return sum(remove(_unnamed(chunk)) for chunk in chunks(old))


def _unnamed(paths: list[Path]) -> list[Path]:
    named: set[str] = set()
    for model in links():
        for column in columns(model):
            named.update(
                model.objects.filter(**{f"{column}__in": [name_of(path) for path in paths]}).values_list(
                    column, flat=True
                )
            )
    return [path for path in paths if name_of(path) not in named]


def _root() -> Path:
    return Path(settings.MEDIA_ROOT)
