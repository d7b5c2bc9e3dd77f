"""PostgreSQL and Valkey for a machine that has neither, started under TULIA_DATA_DIR when no URL names a server."""

from collections.abc import MutableMapping
from pathlib import Path
from typing import Protocol

from config import environment
from config.embedded.keys import generated_keys
from config.embedded.postgres import Database, EmbeddedPostgres
from config.embedded.valkey import EmbeddedValkey

__all__ = ["Database", "EmbeddedPostgres", "EmbeddedValkey", "Server", "generated_keys", "provide"]


class Server(Protocol):
    """One that we started: it can be looked at, started again at its old address, and stopped."""

    name: str

    def is_running(self) -> bool: ...
    def start_again(self) -> None: ...
    def stop(self) -> None: ...


def provide(environ: MutableMapping[str, str], *, owns_valkey: bool = False) -> list[Server]:
    """Start or join what the environment does not name, and write its addresses and keys into the environment.

    Whoever runs the installation owns its Valkey: one that it had joined would end with the command that started it.
    """
    folder = Path(environ.get("TULIA_DATA_DIR") or ".tulia").resolve()
    servers: list[Server] = []
    if not environ.get("DATABASE_URL"):
        environ.setdefault("TULIA_DEMO", "true")
        environment.read()  # a demo that others could reach is refused before anything is started
        postgres = EmbeddedPostgres(folder / "postgres")
        servers.append(postgres)
        postgres.start()
        database = postgres.database("tulia")
        environ["DATABASE_URL"], environ["DATABASE_OWNER_URL"] = database.runtime_url, database.owner_url
    if not environ.get("REDIS_URL"):
        valkey = EmbeddedValkey(folder / "valkey")
        servers.append(valkey)
        if owns_valkey:
            valkey.start()
        else:
            valkey.join_or_start()
        environ["REDIS_URL"] = valkey.url
    for name, value in generated_keys(folder).items():
        if not environ.get(name):
            environ[name] = value
    return servers
