"""A tenant moves between two databases: every row, file, secret and login arrives, and no message is lost."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from zipfile import ZipFile

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.embedded.postgres import Database
from conversations.models import InboundMessage
from conversations.moving import archive, freeze, held
from conversations.moving.models import HeldRequest
from conversations.moving.tables import tables
from tenants.models import Channel, Tenant, User
from tenants.scope import TenantFrozen, fleet_scope, tenant_scope
from tests import databases
from tests.conversations import signed
from tests.depth import thorough
from tests.here import free_port
from tests.isolation.plant import Rows
from tests.people import PASSWORD

ROOT = Path(__file__).resolve().parents[3]
SERVE = """
from wsgiref.simple_server import make_server
from config.wsgi import application
make_server("127.0.0.1", {port}, application).serve_forever()
"""
WITH_A_TENANT = """
SELECT relname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'tenant_id'
 WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
"""
# A start on a machine that is busy with others.
STARTS_WITHIN = 90.0


@pytest.fixture
def new_home() -> Iterator[Database]:
    with databases.another(ROOT) as database:
        yield database


@thorough
def test_every_message_arrives_once(
    moving: Rows, new_home: Database, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tenant, channel = moving[Tenant], moving[Channel]
    assert isinstance(channel, Channel)
    sent = [_write(channel) for _ in range(3)]
    call_command("freeze_tenant", tenant.slug)
    sent += [_write(channel) for _ in range(3)]
    port = free_port()
    file, environ = tmp_path / "mover.zip", _environ(new_home, tmp_path / "new home", port)
    call_command("export_tenant", tenant.slug, str(file))
    sent.append(_write(channel))
    told = _manage(environ, "import_tenant", str(file))
    receipt = told.split()[-1]
    with pytest.raises(CommandError, match="is not what stands here"):
        call_command("redirect_tenant", tenant.slug, "https://new.example", "0" * 64)
    call_command("redirect_tenant", tenant.slug, f"http://127.0.0.1:{port}", receipt)
    assert "karibuword" in told, "the people are named who can log in now"
    sent.append(_write(channel))
    with _serving(environ, port):
        while held.list_due():
            held.send_on(tenant.pk)
    with fleet_scope():
        assert list(HeldRequest.objects.filter(tenant_id=tenant.pk)) == []
    arrived = _rows(new_home, "SELECT provider_id FROM conversations_inboundmessage WHERE provider_id LIKE 'SM%'")
    assert sorted(arrived) == sorted(sent)
    with pytest.raises(TenantFrozen), tenant_scope(tenant.pk):
        InboundMessage.objects.exists()
    capsys.readouterr()


def test_a_tenant_comes_back_with_every_row_file_and_secret(moving: Rows, tmp_path: Path) -> None:
    tenant, file = moving[Tenant], tmp_path / "mover.zip"
    before, receipt, names = _gone(moving, file)
    with file.open("rb") as source:
        assert archive.import_(source) == (tenant.slug, receipt, [])
    with tenant_scope(tenant.pk):
        assert archive.sums(tenant.pk) == before
        assert Channel.objects.get(kind="whatsapp").auth_token == "secret-mover"
        assert Tenant.objects.get().former_addresses == ["http://testserver"]
    assert {name for name, _ in archive.files.names(tenant.pk)} == names
    assert len(names) > 1
    assert all(one.rows for one in before.values()), "every table has been tried"


def test_a_login_comes_along_with_its_password_and_without_rights_over_the_installation(
    moving: Rows, tmp_path: Path
) -> None:
    file, user = tmp_path / "mover.zip", moving[User]
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    _gone(moving, file)
    with fleet_scope():
        User.objects.filter(pk=user.pk).delete()
    with file.open("rb") as source:
        *_, made = archive.import_(source)
    come = User.objects.get(pk=user.pk)
    assert made == [come.username]
    assert come.check_password(PASSWORD)
    assert not come.is_superuser


def test_another_person_with_the_same_login_gets_nothing(moving: Rows, tmp_path: Path) -> None:
    file, user = tmp_path / "mover.zip", moving[User]
    _gone(moving, file)
    with fleet_scope():
        User.objects.filter(pk=user.pk).delete()
    User.objects.create_user(user.get_username())
    _refused(file, "rename one of the two", moving)


@pytest.mark.parametrize("damage", ["a row is missing", "a word is another", "a file is another"])
def test_a_damaged_export_leaves_nothing(moving: Rows, tmp_path: Path, damage: str) -> None:
    file, damaged = tmp_path / "mover.zip", tmp_path / "damaged.zip"
    _gone(moving, file)
    with ZipFile(file) as source, ZipFile(damaged, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if damage == "a row is missing" and name == "tables/tools_toolcall.copy":
                content = b""
            if damage == "a word is another" and name == "tables/tools_toolcall.copy":
                content = content.replace(b"karibuword", b"kwaheriword", 1)
            if damage == "a file is another" and name.endswith(".png"):
                content += b"!"
            target.writestr(name, content)
    _refused(damaged, "damaged" if "file" in damage else "tools_toolcall|is missing in the export", moving)


def test_what_other_keys_have_sealed_is_refused(moving: Rows, tmp_path: Path, settings: Any) -> None:
    file = tmp_path / "mover.zip"
    _gone(moving, file)
    settings.ENCRYPTION_RING = {"k2": b"x" * 32}
    _refused(file, "TULIA_ENCRYPTION_KEYS", moving)


def test_an_export_of_another_version_is_refused(moving: Rows, tmp_path: Path) -> None:
    file, other = tmp_path / "mover.zip", tmp_path / "other.zip"
    _gone(moving, file)
    with ZipFile(file) as source, ZipFile(other, "w") as target:
        manifest = json.loads(source.read("manifest.json"))
        target.writestr("manifest.json", json.dumps(manifest | {"migrations": manifest["migrations"][:-1]}))
    _refused(other, "one version", moving)


def test_a_tenant_that_lives_is_not_exported_moved_or_removed(moving: Rows, tmp_path: Path) -> None:
    slug = moving[Tenant].slug
    with pytest.raises(CommandError, match="not frozen"):
        call_command("export_tenant", slug, str(tmp_path / "out.zip"))
    assert not (tmp_path / "out.zip").exists()
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("redirect_tenant", slug, "https://new.example", "x")
    with pytest.raises(CommandError, match="this is its home"):
        call_command("remove_tenant", slug, "--yes")


@pytest.mark.django_db
def test_no_table_with_a_tenant_is_missed() -> None:
    with connection.cursor() as cursor:
        cursor.execute(WITH_A_TENANT)
        with_a_tenant = {name for (name,) in cursor.fetchall()}
    moved = {model._meta.db_table for model in tables()}
    assert with_a_tenant - moved == {"moving_heldrequest"}
    assert moved - with_a_tenant == {"tenants_tenant"}


def _gone(rows: Rows, file: Path) -> tuple[Any, str, set[str]]:
    """Export the tenant and remove it; what it was."""
    tenant_id = rows[Tenant].pk
    freeze.freeze(tenant_id)
    with tenant_scope(tenant_id):
        before = archive.sums(tenant_id)
    with file.open("xb") as out:
        receipt = archive.export(tenant_id, out)
    names = {name for name, _ in archive.files.names(tenant_id)}
    freeze.redirect(tenant_id, "https://new.example")
    call_command("remove_tenant", rows[Tenant].slug, "--yes")
    assert _left(tenant_id) == {}
    return before, receipt, names


def _refused(file: Path, match: str, rows: Rows) -> None:
    with pytest.raises(freeze.MoveRefused, match=match), file.open("rb") as source:
        archive.import_(source)
    assert _left(rows[Tenant].pk) == {}
    assert list(archive.files.names(rows[Tenant].pk)) == []


def _left(tenant_id: Any) -> dict[str, int]:
    with fleet_scope(), connection.cursor() as cursor:
        found = {}
        for model in tables():
            key = "id" if model is Tenant else "tenant_id"
            cursor.execute(f'SELECT count(*) FROM "{model._meta.db_table}" WHERE {key} = %s', [tenant_id])
            found[model._meta.db_table] = cursor.fetchone()[0]
    return {name: count for name, count in found.items() if count}


def _write(channel: Channel) -> str:
    fields = signed.message(channel)
    assert signed.post(channel, fields).status_code == 200
    return fields["MessageSid"]


def _environ(home: Database, folder: Path, port: int) -> dict[str, str]:
    given = {name: value for name, value in os.environ.items() if name != "PUBLIC_BASE_URL"}
    return given | {
        "DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": home.runtime_url,
        "DATABASE_OWNER_URL": home.owner_url, "TULIA_DATA_DIR": str(folder), "TULIA_DEMO": "false", "PORT": str(port),
    }  # fmt: skip


def _manage(environ: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def _serving(environ: dict[str, str], port: int) -> Iterator[None]:
    code = SERVE.format(port=port)
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environ, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + STARTS_WITHIN
    try:
        while not _answers(port):
            assert process.poll() is None
            assert time.monotonic() < deadline
        yield
    finally:
        process.terminate()
        process.wait()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/health/live", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _rows(home: Database, statement: str) -> list[Any]:
    with psycopg.connect(home.owner_url.replace("tulia_owner@", "postgres@")) as asking:
        return [row[0] for row in asking.execute(statement).fetchall()]
