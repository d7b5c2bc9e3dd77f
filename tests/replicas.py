"""A PostgreSQL with a streaming replica, both of a test's own."""

import os
import pwd
import secrets
import shutil
import subprocess
from pathlib import Path

import psycopg

from config.embedded.postgres import EmbeddedPostgres


def stream_to(folder: Path, primary: EmbeddedPostgres) -> EmbeddedPostgres:
    """A second server, made by a base backup of one that runs, that follows it from then on."""
    server = primary._server
    for user in {server.system_user, pwd.getpwuid(os.geteuid()).pw_name} - {None}:
        with (server.pgdata / "pg_ident.conf").open("a") as names:
            names.write(f'tulia "{user}" postgres\n')
    with (server.pgdata / "pg_hba.conf").open("a") as logins:
        logins.write("local replication all peer map=tulia\n")
    url = primary._url("postgres", "postgres")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf()")
    # With a slot, so that the primary keeps for it what it has not read yet, also while it is away.
    slot = ["-C", "-S", f"replica_{secrets.token_hex(4)}"]
    backup = [server.bin_path / "pg_basebackup", "-d", url, "-D", folder, "-R", "-c", "fast", *slot]
    subprocess.run(backup, check=True, capture_output=True)
    for name in (".s.PGSQL.5432.lock", "log"):  # the primary's, whose socket lies in its folder
        (folder / name).unlink(missing_ok=True)
    owner = server.pgdata.stat()
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            shutil.chown(path, owner.st_uid, owner.st_gid)
    replica = EmbeddedPostgres(folder)
    replica.start_again()
    return replica


def as_superuser(server: EmbeddedPostgres, statement: str) -> None:
    with psycopg.connect(server._url("postgres", "postgres"), autocommit=True) as connection:
        connection.execute(statement)
