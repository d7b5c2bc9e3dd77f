"""A copy of all that is kept of a customer: one ZIP with a JSON file a table, their files, and a report."""

import base64
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder

from conversations.rights import files
from conversations.rights.erasure import CustomerUnknown, history
from conversations.rights.reach import Table, chunks, label, rows_of
from tenants.models import Customer
from tenants.scope import tenant_scope

HISTORY = "admin.LogEntry"
HISTORY_FIELDS = ("action_time", "action_flag", "object_id", "object_repr", "change_message")


class _Encoder(DjangoJSONEncoder):
    """Also knows bytes, and vectors by their numbers."""

    def default(self, value: Any) -> Any:
        if isinstance(value, bytes | memoryview):
            return base64.b64encode(value).decode()
        return value.to_list() if hasattr(value, "to_list") else super().default(value)


def export(tenant_id: UUID, customer_id: UUID, target: IO[bytes]) -> Counter[str]:
    """Write the ZIP; what is in it, table by table. Files are copied with no transaction open."""
    report: Counter[str] = Counter()
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for path in _tables(archive, tenant_id, customer_id, report):
            archive.write(path, f"files/{files.name_of(path)}")
            report[files.FILES] += 1
        archive.writestr("report.json", json.dumps(report, indent=2, sort_keys=True))
    return report


def _tables(archive: ZipFile, tenant_id: UUID, customer_id: UUID, report: Counter[str]) -> list[Path]:
    """Write each table's rows; the files they name."""
    with tenant_scope(tenant_id):
        customer = Customer.objects.filter(pk=customer_id, erased_at=None).first()
        if customer is None:
            raise CustomerUnknown(f"Tenant {tenant_id} has no such customer.")
        ids = rows_of(customer)
        for model, found in ids.items():
            report[label(model)] = _write(archive, label(model), _rows(model, found))
        told = (row for entries in history(ids) for row in entries.values(*HISTORY_FIELDS))
        report[HISTORY] = _write(archive, HISTORY, told)
        return [path for model, found in ids.items() for path in files.of_rows(model, found)]


def _rows(model: Table, ids: set[UUID]) -> Iterator[dict[str, Any]]:
    for chunk in chunks(sorted(ids)):
        yield from map(dict, model.objects.filter(pk__in=chunk).order_by("pk").values())


def _write(archive: ZipFile, name: str, rows: Iterator[dict[str, Any]]) -> int:
    count = 0
    with archive.open(f"tables/{name}.json", "w") as file:
        for row in rows:
            line = json.dumps(row, cls=_Encoder, ensure_ascii=False)
            file.write(f"{',' if count else '['}\n{line}".encode())
            count += 1
        file.write(b"\n]\n" if count else b"[]\n")
    return count
