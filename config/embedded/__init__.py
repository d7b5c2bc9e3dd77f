"""PostgreSQL and Valkey for a machine that has neither, started under TULIA_DATA_DIR when no URL names a server."""

from collections.abc import MutableMapping
from pathlib import Path

from config import environment
from config.embedded.keys import generated_keys
from config.embedded.postgres import Database, EmbeddedPostgres
from config.embedded.valkey import EmbeddedValkey

__all__ = ["Database", "EmbeddedPostgres", "EmbeddedValkey", "generated_keys", "provide"]


def provide(environ: MutableMapping[str, str], *, owns_valkey: bool = False) -> None:
    """Start or join what the environment does not name, and write its addresses and keys into the environment.

    Whoever runs the installation owns its Valkey: one that it had joined would end with the command that started it.
    """
    folder = Path(environ.get("TULIA_DATA_DIR") or ".tulia").resolve()
    if not environ.get("DATABASE_URL"):
        environ.setdefault("TULIA_DEMO", "true")
        environment.read()  # a demo that others could reach is refused before anything is started
        postgres = EmbeddedPostgres(folder / "postgres")
        postgres.start()
        database = postgres.database("tulia")
        environ["DATABASE_URL"], environ["DATABASE_OWNER_URL"] = database.runtime_url, database.owner_url
    if not environ.get("REDIS_URL"):
        valkey = EmbeddedValkey(folder / "valkey")
        environ["REDIS_URL"] = valkey.start() if owns_valkey else valkey.join_or_start()
    for name, value in generated_keys(folder).items():
        if not environ.get(name):
            environ[name] = value
