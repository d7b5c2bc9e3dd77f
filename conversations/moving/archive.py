"""A whole tenant in one ZIP file: a manifest, every table as PostgreSQL's COPY writes it, logins and files."""

import json
from dataclasses import asdict
from typing import IO, Any, Final, cast
from uuid import UUID
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from django.conf import settings
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from conversations.moving import files, logins
from conversations.moving.freeze import MoveRefused
from conversations.moving.tables import TableSum, columns, key, quoted, receipt, set_up, sums, tables
from tenants import secrets
from tenants.management.commands.rotate_secrets import sealed_columns
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tenants.tenancy import TenantModel

# Raised when a file of before could not be read any more.
FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
# Of one read: large rows are larger, and come whole.
STEP: Final = 1 << 20
KEYS: Final = (
    "{count} secrets cannot be opened with the keys of this installation. Put the keys of the old one behind yours in "
    "TULIA_ENCRYPTION_KEYS, import again, then run rotate_secrets."
)


def export(tenant_id: UUID, out: IO[bytes]) -> str:
    """Write a frozen tenant as one moment shows it; what `import_` must say of it too. Raises MoveRefused."""
    with tenant_scope(tenant_id):
        if Tenant.objects.get().frozen_at is None:
            raise MoveRefused("It is not frozen: what is written meanwhile would stay behind.")
    with transaction.atomic(), ZipFile(out, "w", ZIP_DEFLATED) as archive:
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        with tenant_scope(tenant_id):
            tenant = Tenant.objects.get()
            told = sums(tenant_id)
            with connection.cursor() as cursor:
                for model in tables():
                    _copy_out(cursor, model, tenant_id, archive)
            people = logins.dump(tenant_id)
        digests = files.digests(tenant_id)
        for name, path in files.names(tenant_id):
            archive.write(path, f"files/{name}")
        manifest = {
            "format": FORMAT, "tenant": str(tenant_id), "slug": tenant.slug, "home": settings.TULIA.base_url,
            "former": tenant.former_addresses or [], "migrations": _migrations(), "files": digests, "logins": people,
            "tables": {name: asdict(one) for name, one in told.items()},
            "columns": {model._meta.db_table: columns(model) for model in tables()},
        }  # fmt: skip
        archive.writestr(MANIFEST, json.dumps(manifest))
    return receipt(told, digests)


def current_receipt(tenant_id: UUID) -> str:
    """What the tenant is here and now."""
    with tenant_scope(tenant_id):
        told = sums(tenant_id)
    return receipt(told, files.digests(tenant_id))


def import_(source: IO[bytes]) -> tuple[str, str, list[str]]:
    """Take a tenant in, whole or not at all: its slug, its receipt, and the logins made. Raises MoveRefused."""
    try:
        archive = ZipFile(source)
        manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
    except (BadZipFile, KeyError, ValueError) as error:
        raise MoveRefused(f"This is no export of a tenant: {error}.") from error
    with archive:
        return _imported(archive, manifest)


def _imported(archive: ZipFile, manifest: dict[str, Any]) -> tuple[str, str, list[str]]:
    _check(manifest)
    tenant_id = UUID(manifest["tenant"])
    if any(files.names(tenant_id)):
        raise MoveRefused("There are files of this tenant here already.")
    try:
        with fleet_scope():
            made = _load(archive, manifest, tenant_id)
            found = sums(tenant_id)
            _compare(manifest, found)
            _open_secrets(tenant_id)
            former = [*manifest["former"], manifest["home"]]
            home = {"frozen_at": None, "moved_to": "", "former_addresses": former}
            Tenant.objects.filter(pk=tenant_id).update(**home)
            for name in manifest["files"]:
                with archive.open(f"files/{name}") as content:
                    files.write(tenant_id, name, content)
            if (digests := files.digests(tenant_id)) != manifest["files"]:
                raise MoveRefused("Files of the export are damaged.")
    except BaseException:
        files.remove(tenant_id)
        raise
    return manifest["slug"], receipt(found, digests), made


def _check(manifest: dict[str, Any]) -> None:
    if manifest["format"] != FORMAT:
        raise MoveRefused(f"This export has format {manifest['format']}, and this version reads {FORMAT}.")
    if manifest["migrations"] != _migrations():
        raise MoveRefused("The two installations are not of one version: bring both up to date, and export again.")
    with fleet_scope():
        if Tenant.objects.filter(pk=manifest["tenant"]).exists():
            raise MoveRefused("This tenant is here already.")
        if Tenant.objects.filter(slug=manifest["slug"]).exists():
            raise MoveRefused(f"Another business is called {manifest['slug']} here: rename one of the two first.")


def _load(archive: ZipFile, manifest: dict[str, Any], tenant_id: UUID) -> list[str]:
    """References are looked at when the transaction ends, so that the order of tables does not matter."""
    made = logins.load(manifest["logins"])
    try:
        with connection.cursor() as cursor:
            set_up(cursor)
            for model in tables():
                _copy_in(cursor, model, manifest["columns"][model._meta.db_table], archive)
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except IntegrityError as error:
        name = getattr(getattr(error.__cause__, "diag", None), "constraint_name", None)
        raise MoveRefused(f"Something of it is here already, or is missing in the export ({name}).") from error
    return made


def _copy_out(cursor: Any, model: type[models.Model], tenant_id: UUID, archive: ZipFile) -> None:
    rows = f"SELECT {quoted(columns(model))} FROM \"{model._meta.db_table}\" WHERE {key(model)} = '{tenant_id}'"  # noqa: S608
    with (
        archive.open(f"tables/{model._meta.db_table}.copy", "w", force_zip64=True) as out,
        cursor.copy(f"COPY ({rows}) TO STDOUT") as copy,
    ):
        for data in copy:
            out.write(data)


def _copy_in(cursor: Any, model: type[models.Model], names: list[str], archive: ZipFile) -> None:
    """By way of a temporary table, for COPY itself does not go through the wall."""
    table, listed = model._meta.db_table, quoted(names)
    cursor.execute(f'CREATE TEMP TABLE incoming ON COMMIT DROP AS SELECT {listed} FROM "{table}" WITH NO DATA')  # noqa: S608
    with (
        archive.open(f"tables/{table}.copy") as content,
        cursor.copy(f"COPY incoming ({listed}) FROM STDIN") as copy,
    ):
        while data := content.read(STEP):
            copy.write(data)
    cursor.execute(f'INSERT INTO "{table}" ({listed}) SELECT {listed} FROM incoming')  # noqa: S608
    cursor.execute("DROP TABLE incoming")


def _compare(manifest: dict[str, Any], found: dict[str, TableSum]) -> None:
    told = {name: TableSum(**one) for name, one in manifest["tables"].items()}
    if other := sorted(name for name in told.keys() | found.keys() if told.get(name) != found.get(name)):
        raise MoveRefused(f"These tables are not as they were exported: {', '.join(other)}.")


def _open_secrets(tenant_id: UUID) -> None:
    """Each must open here; whoever finds out later has a business that cannot send."""
    count = 0
    for model, column in sealed_columns():
        if not issubclass(model, TenantModel):
            continue
        for sealed in model._default_manager.filter(tenant_id=tenant_id).values_list(column, flat=True):
            try:
                if sealed:
                    secrets.unseal(sealed, owner_id=tenant_id)
            except secrets.SecretUnreadable:
                count += 1
    if count:
        raise MoveRefused(KEYS.format(count=count))


def _migrations() -> list[str]:
    applied = cast("dict[tuple[str, str], Any]", MigrationRecorder(connection).applied_migrations())
    return sorted(f"{app}.{name}" for app, name in applied)
