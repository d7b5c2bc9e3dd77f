"""Test databases: a template migrated once for the present migrations, and a fast copy of it for each process.

Installations that run beside the tests have a PostgreSQL of their own, which is copied from a migrated one too.
"""

import atexit
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import fasteners
import psutil
import psycopg
from django.conf import settings

from config.embedded.postgres import LOGINS, Database, EmbeddedPostgres

INSTALLED = "tulia"
SIZES = """
SELECT format('%I.%I', nspname, relname), relname, pg_relation_size(c.oid)
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
 WHERE nspname IN ('public', 'months') AND relkind = 'r' AND pg_relation_size(c.oid) > 0
"""
# In bytes: a vacuum costs more than it saves where there are few pages.
SWOLLEN = 500_000
KEPT = ("django_migrations", "django_content_type", "auth_permission")
FAST = """
max_connections = 300
shared_buffers = 128MB
fsync = off
synchronous_commit = off
full_page_writes = off
autovacuum = off
random_page_cost = 1.1
"""
# With a password, as of one who comes from another machine.
BY_PASSWORD = "local all tulia_app scram-sha-256\n"
# TULIA_TEST_THROUGH=pgbouncer: what the product asks of the database goes through PgBouncer in transaction mode.
IS_THROUGH_PGBOUNCER = os.environ.get("TULIA_TEST_THROUGH") == "pgbouncer"


class BehindPgBouncer(EmbeddedPostgres):
    """Each process that joins it writes who may log in: one that left PgBouncer out would lock the others' out."""

    logins = BY_PASSWORD + LOGINS


def for_this_process(root: Path) -> Database:
    """The URLs of a fresh database that nobody else uses."""
    with _template(root) as (postgres, template):
        name = f"test_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}_{os.getpid()}"
        _drop_leftovers(postgres)
        postgres.create_database(name, template=template)
        database = postgres.database(name)
        return through_pgbouncer(database) if IS_THROUGH_PGBOUNCER else database


def through_pgbouncer(database: Database) -> Database:
    """The same database, with a PgBouncer of this process's own before it; its owner goes past it, as everywhere."""
    from tests.soak.site.grown import PgBouncer  # noqa: PLC0415  which itself asks here who may log in

    folder = Path(tempfile.mkdtemp(prefix="tulia-pgbouncer-"))
    pgbouncer = PgBouncer(folder, database.owner_url)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(pgbouncer.stop)
    pgbouncer.start()
    return Database(runtime_url=pgbouncer.url, owner_url=database.owner_url)


@contextmanager
def another(root: Path) -> Iterator[Database]:
    """The URLs of a second fresh database, as another installation would have it."""
    name = f"test_another_{os.getpid()}"
    with _template(root) as (postgres, template):
        postgres.drop_database(name)
        postgres.create_database(name, template=template)
    yield postgres.database(name)
    postgres.drop_database(name)


def lay(folder: Path, root: Path) -> None:
    """Put there a PostgreSQL that is not running, with the migrated database that an installation would make first."""
    migrated = root / ".tulia" / "tests" / f"migrated-{fingerprint(root)}"
    migrated.parent.mkdir(parents=True, exist_ok=True)
    with fasteners.InterProcessLock(migrated.parent / "migrated.lock"):
        if not migrated.exists():
            for outdated in migrated.parent.glob("migrated-*"):
                shutil.rmtree(outdated)
            making = EmbeddedPostgres(migrated.parent / "migrated-now")
            making.start()
            _copy_template(making, root)
            making.stop()
            (migrated.parent / "migrated-now").rename(migrated)
    folder.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", str(migrated), str(folder)], check=True)  # with its owner, who is not always ours
    let_through(folder)


def let_through(folder: Path) -> None:
    """To a server that runs as a user of its own when we are root; pytest's folders are ours alone."""
    if os.geteuid() != 0:
        return
    for parent in folder.parents:
        if parent.is_relative_to(tempfile.gettempdir()) and parent.stat().st_uid == 0:
            parent.chmod(parent.stat().st_mode | 0o011)


def empty() -> None:
    """Take every row out of the tables that have one: four times faster than to truncate them all.

    Thousands of tests that were rolled back leave their dead rows, which each later search of a table would pass.
    """
    with as_superuser() as connection:
        connection.autocommit = True
        sizes = connection.execute(SIZES).fetchall()
        tables = [(table, size) for table, name, size in sizes if name not in KEPT]
        full = " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table})" for table, _ in tables)
        connection.execute("SET session_replication_role = replica")
        for (table,) in connection.execute(full).fetchall() if tables else ():
            connection.execute(f"DELETE FROM {table}")
        for table, size in tables:
            if size > SWOLLEN:
                connection.execute(f"VACUUM {table}")


def as_superuser() -> psycopg.Connection[Any]:
    """A connection of one's own to the test's database, for whom neither foreign keys nor the wall count."""
    owner = settings.DATABASES["owner"]
    return psycopg.connect(dbname=owner["NAME"], host=owner["HOST"], user="postgres")


def fingerprint(root: Path) -> str:
    """Changes when a migration or the wall does."""
    tenants = root / "tenants"
    made_by = [tenants / "wall.py", tenants / "postgresql" / "by_month.py"]
    files = sorted([*root.glob("*/migrations/*.py"), *root.glob("*/*/migrations/*.py"), *made_by])
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


@contextmanager
def _template(root: Path) -> Iterator[tuple[EmbeddedPostgres, str]]:
    """The tests' server and its migrated database, which nobody else copies meanwhile."""
    folder = root / ".tulia" / "tests"
    folder.mkdir(parents=True, exist_ok=True)
    server = BehindPgBouncer if IS_THROUGH_PGBOUNCER else EmbeddedPostgres
    name = "postgres-behind-pgbouncer" if IS_THROUGH_PGBOUNCER else "postgres"
    postgres, template = server(folder / name, settings=FAST), f"template_{fingerprint(root)}"
    with fasteners.InterProcessLock(folder / "lock"):
        postgres.start()
        if not postgres.has_database(template):
            postgres.drop_database(f"{template}_making")
            _migrate(postgres, f"{template}_making", root)
            postgres.rename_database(f"{template}_making", template)
        yield postgres, template


def _copy_template(making: EmbeddedPostgres, root: Path) -> None:
    """To migrate once more would take many times as long."""
    making.create_database(INSTALLED)
    with _template(root) as (postgres, template):
        programs = postgres._server.bin_path
        dump = subprocess.run(
            [programs / "pg_dump", postgres._url("postgres", template)], check=True, capture_output=True
        ).stdout
    command = [programs / "psql", "-qX", "-v", "ON_ERROR_STOP=1", making._url("postgres", INSTALLED)]
    subprocess.run(command, input=dump, stdout=subprocess.DEVNULL, check=True)


def _migrate(postgres: EmbeddedPostgres, name: str, root: Path) -> None:
    urls = postgres.database(name)
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": urls.runtime_url,
        "DATABASE_OWNER_URL": urls.owner_url,
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "TULIA_DATA_DIR": str(root / ".tulia" / "tests"),
        "TULIA_DEMO": "true",
    }
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--skip-checks"],
        cwd=root,
        env=environment,
        check=True,
    )


def _drop_leftovers(postgres: EmbeddedPostgres) -> None:
    """Databases of processes that are gone."""
    for name in postgres.list_databases():
        is_orphan = name.startswith("test_") and not psutil.pid_exists(int(name.rsplit("_", 1)[1]))
        if is_orphan:
            postgres.drop_database(name)
