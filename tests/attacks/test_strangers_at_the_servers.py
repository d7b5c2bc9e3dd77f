"""Another user of the machine reaches neither embedded server, and neither is ever another installation's."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from config.embedded import valkey as embedded_valkey
from config.embedded.postgres import EmbeddedPostgres
from config.embedded.valkey import EmbeddedValkey
from tests.databases import FAST
from tests.depth import sampled

SO_LONG = "a-folder-whose-name-is-longer-than-the-address-of-a-socket-may-be-" * 2
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user of the machine")
NOBODY = 65534
BECOME = f"""
import os, socket, sys, psycopg
os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
"""
LOG_IN = "psycopg.connect(sys.argv[1]); print('in')"
SEND = """
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
line.sendall(b"PING\\r\\n")
print(line.recv(64).decode())
"""


def as_nobody(words: str, argument: str) -> str:
    """What this Python says once it is another user, errors included."""
    command = [sys.executable, "-c", BECOME + words, argument]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    """Where its path is too long for a socket, which therefore lies where everybody may go."""
    server = EmbeddedPostgres(tmp_path_factory.mktemp("long") / SO_LONG / "postgres", settings=FAST)
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["short", SO_LONG], ids=["short", "long"])
def valkey(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EmbeddedValkey]:
    server = EmbeddedValkey(tmp_path / request.param / "valkey")
    server.start()
    yield server
    server.stop()


def sockets(pid: int) -> list[str]:
    """Where a process listens."""
    process = psutil.Process(pid)
    assert [one for one in process.net_connections(kind="inet") if one.status == psutil.CONN_LISTEN] == []
    return [str(one.laddr) for one in process.net_connections(kind="unix") if one.laddr]


@needs_root
@pytest.mark.parametrize("role", sampled(["postgres", "tulia_owner", "tulia_app"], quick=2))
def test_another_user_cannot_log_in_to_postgresql(postgres: EmbeddedPostgres, role: str) -> None:
    url = postgres.database("shop").runtime_url
    (listens,) = sockets(postgres.pid)
    Path(listens).parent.chmod(0o777)  # however open the folder is
    with psycopg.connect(url) as connection:
        assert connection.info.user == "tulia_app"
    said = as_nobody(LOG_IN, url.replace("tulia_app@", f"{role}@"))
    assert f'Peer authentication failed for user "{role}"' in said


@needs_root
def test_a_server_of_another_user_is_told_nothing(postgres: EmbeddedPostgres, tmp_path: Path) -> None:
    """Somebody who puts a socket of their own in the place of PostgreSQL's hears no more than that we came."""
    url = postgres.database("shop").runtime_url
    own = tmp_path / ".s.PGSQL.5432"
    with socket.socket(socket.AF_UNIX) as impostor:
        impostor.bind(str(own))
        impostor.listen()
        with pytest.raises(psycopg.OperationalError, match="requirepeer"):
            psycopg.connect(url, host=str(tmp_path), connect_timeout=2)


def test_valkey_listens_on_no_port_and_asks_for_a_password(valkey: EmbeddedValkey) -> None:
    path = next(path for path in sockets(valkey.pid) if path.endswith("valkey.sock"))
    assert Path(path).stat().st_mode & 0o777 == 0o700
    assert Path(path).parent.stat().st_mode & 0o777 == 0o700
    with redis.Redis(unix_socket_path=path) as client, pytest.raises(redis.AuthenticationError):
        client.set("anything", "1")
    with redis.Redis.from_url(valkey.url) as client:
        assert client.ping()
        password = str(client.config_get("requirepass"))
    assert password not in " ".join(psutil.Process(valkey.pid).cmdline())


@needs_root
def test_another_user_does_not_reach_valkey(valkey: EmbeddedValkey) -> None:
    path = next(path for path in sockets(valkey.pid) if path.endswith("valkey.sock"))
    assert "PermissionError" in as_nobody(SEND, path)
    for folder in Path(path).parents[:3]:
        folder.chmod(0o755)
    Path(path).chmod(0o777)
    assert "NOAUTH" in as_nobody(SEND, path)


def test_the_place_of_a_valkey_that_died_is_not_taken_by_another_installations(tmp_path: Path) -> None:
    ours, theirs = EmbeddedValkey(tmp_path / "ours"), EmbeddedValkey(tmp_path / "theirs")
    ours.start()
    os.kill(ours.pid, 9)
    theirs.start()
    try:
        with redis.Redis.from_url(ours.url) as client, pytest.raises(redis.ConnectionError):
            client.ping()
        ours.start()
        for mine, other in ((ours, theirs), (theirs, ours)):
            with redis.Redis.from_url(mine.url) as client:
                client.set("whose", str(mine.pid))
            with redis.Redis.from_url(other.url) as client:
                assert client.get("whose") != str(mine.pid).encode()
    finally:
        theirs.stop()
        ours.stop()


def test_one_that_was_left_behind_is_replaced_and_one_that_runs_is_joined(tmp_path: Path) -> None:
    left, ours, command = (EmbeddedValkey(tmp_path) for _ in range(3))
    left.start()
    ours.start()  # whoever started the first was killed
    try:
        assert not left.is_running()
        command.join_or_start()
        command.stop()
        assert ours.is_running()
    finally:
        ours.stop()
        left.stop()


def test_a_folder_that_somebody_else_made_ready_for_us_is_not_used(tmp_path: Path) -> None:
    planted = tmp_path / "planted"
    planted.symlink_to(tmp_path)
    with pytest.raises(SystemExit):
        embedded_valkey.private_folder(planted)
