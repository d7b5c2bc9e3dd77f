"""The demo tenants and others that take long to make: made once for the present code, then copied in, the same rows.

They are kept as a file for all processes, and in the database of each beside the tables that they are for. For an
installation of its own that is its whole database, with the keys that its secrets are written in.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import fasteners
import psycopg
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection, models

from conversations import routing
from conversations.simulator.demo import load
from tenants import wall
from tenants.models import Tenant
from tenants.scope import fleet_scope
from tests import databases
from tests.here import data_folder

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".tulia" / "tests" / "demo"
# As `make run` does it before it starts its processes; nobody waits a whole second for the rest of what a test says.
# Without the demo the owner makes a login of their own, which is their first command.
PREPARE = """
import os
from pathlib import Path
from config import embedded, environment, run
servers = embedded.provide(os.environ, owns_valkey=True)
run.prepare(environment.read(), Path(os.environ["TULIA_DATA_DIR"]), is_embedded=True)
from tenants.models import Tenant
from tenants.scope import fleet_scope
with fleet_scope():
    Tenant.objects.update(debounce_milliseconds=300)
if not environment.read().demo:
    from django.core.management import call_command
    call_command("createsuperuser", interactive=False)
for server in servers:
    server.stop()
"""
OWNER, PASSWORD = "owner", "mwanzo-mpya-2026"
OWNS = {
    "TULIA_DEMO": "false", "DJANGO_SUPERUSER_USERNAME": OWNER, "DJANGO_SUPERUSER_EMAIL": "owner@tulia.example",
    "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
}  # fmt: skip
# What the rows are made from and by; when any of it changes they are made anew.
SUFFIXES = {".py", ".toml", ".csv", ".md", ".json", ".pdf", ".txt"}
MADE_BY = ("conversations/simulator/demo", "knowledge", "tenants", "tools")

# A table, its columns, and the rows as JSON.
Copied = list[tuple[str, str, str]]
# What this process's database has a function for.
_known: set[str] = set()


def put(slug: str, *, with_library: bool = False) -> Tenant:
    """The tenant with its catalog, and its documents if asked for, in the test's own transaction."""

    def make() -> None:
        load.load_tenant(slug)
        if with_library:
            load.load_library(slug)
        load.learn(slug)

    return copied(slug, make, name=f"{slug}-library" if with_library else slug)


def copied(slug: str, make: Callable[[], object], *, name: str, of: Path = Path(__file__)) -> Tenant:
    """The tenant that `make` makes, which only the first test to ask waits for; `of` is the file that says how."""
    file = FOLDER / f"{name}-{_fingerprint(of)}.json"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with fasteners.InterProcessLock(FOLDER / f"{name}.lock"):
        if is_new := not file.exists():
            make()
            _keep(file, _taken(slug))
    if not is_new:
        _lay(name, file)
    with fleet_scope():
        return Tenant.objects.get(slug=slug)


def lay(folder: Path, *, has_demo: bool = True) -> None:
    """Put there an installation that is not running, as its first start leaves it: migrated, and with the demo or with
    nothing but its owner's login.
    """
    kind = "installation" if has_demo else "empty"
    prepared = FOLDER / f"{kind}-{databases.fingerprint(ROOT)}-{_fingerprint()}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    with fasteners.InterProcessLock(FOLDER / f"{kind}.lock"):
        if not prepared.exists():
            for outdated in FOLDER.glob(f"{kind}-*"):
                shutil.rmtree(outdated)
            _prepare(FOLDER / f"{kind}-now", {} if has_demo else OWNS)
            (FOLDER / f"{kind}-now").rename(prepared)
    data_folder(folder)
    for part in ("postgres", "keys.env"):
        subprocess.run(["cp", "-a", str(prepared / part), str(folder)], check=True)  # with its owner, who is not ours
    databases.let_through(folder / "postgres")


def _prepare(folder: Path, settings: dict[str, str]) -> None:
    databases.lay(folder / "postgres", ROOT)
    ours = ("DATABASE_", "REDIS_", "CELERY_", "TULIA_", "TWILIO_", "OPENAI_", "PUBLIC_")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environ = inherited | settings | {
        "DJANGO_SETTINGS_MODULE": "config.settings", "TULIA_DATA_DIR": str(folder), "TULIA_EMBEDDING_MODEL": "local",
    }  # fmt: skip
    subprocess.run([sys.executable, "-c", PREPARE], cwd=ROOT, env=environ, check=True, capture_output=True)


def _keep(file: Path, copied: Copied) -> None:
    """For other processes too, whole or not at all, instead of what earlier code made."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for outdated in FOLDER.glob(f"{file.name[:-17]}{'?' * 12}.json"):
        outdated.unlink(missing_ok=True)
    making = file.with_suffix(f".{os.getpid()}")
    making.write_text(json.dumps(copied))
    making.rename(file)


@cache
def _fingerprint(of: Path = Path(__file__)) -> str:
    parts = sorted(path for part in MADE_BY for path in (ROOT / part).rglob("*") if path.suffix in SUFFIXES)
    files = [*parts, *dict.fromkeys((Path(__file__), of))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def _taken(slug: str) -> Copied:
    with fleet_scope(), connection.cursor() as cursor:
        tenant_id = Tenant.objects.get(slug=slug).id
        rows = [_rows(cursor, get_user_model(), "username LIKE %s", f"{slug}-%")]
        for model in wall.walled_models():
            rows.append(_rows(cursor, model, f"{'id' if model is Tenant else 'tenant_id'} = %s", tenant_id))
    return [row for row in rows if row[2]]


def _rows(cursor: Any, model: type[models.Model], which: str, value: Any) -> tuple[str, str, str]:
    table = model._meta.db_table
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields if not field.generated)
    cursor.execute(f'SELECT json_agg(t)::text FROM "{table}" t WHERE {which}', [value])
    return table, columns, cursor.fetchone()[0] or ""


def _lay(name: str, file: Path) -> None:
    if name not in _known:
        with databases.as_superuser() as superuser:
            _teach(superuser, name, json.loads(file.read_text()))
        _known.add(name)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT demo."{name}"()')
    routing.forget()


def _teach(superuser: psycopg.Connection[Any], name: str, copied: Copied) -> None:
    """Keep the rows beside the tables, with a function that lays them without looking at each reference again."""
    runtime = settings.DATABASES["default"]["USER"]
    superuser.execute("CREATE SCHEMA IF NOT EXISTS demo")
    superuser.execute(f'GRANT USAGE ON SCHEMA demo TO "{runtime}"')
    lines = []
    for table, columns, rows in copied:
        kept = f'demo."{name} {table}"'
        superuser.execute(f'CREATE TABLE {kept} AS SELECT {columns} FROM "{table}" WITH NO DATA')
        read = f'SELECT {columns} FROM json_populate_recordset(null::"{table}", %s)'
        superuser.execute(f"INSERT INTO {kept} {read}", [rows])
        lines.append(f'INSERT INTO public."{table}" ({columns}) SELECT {columns} FROM {kept};')
    superuser.execute(
        f'CREATE FUNCTION demo."{name}"() RETURNS void LANGUAGE sql SECURITY DEFINER'
        f" SET session_replication_role = replica AS $${''.join(lines)}$$"
    )
