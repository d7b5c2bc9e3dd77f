"""Real brokers, each on a free port with a folder of its own; they may be killed, and come back where they were."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import psutil

from config.embedded.valkey import EmbeddedValkey
from tests import databases
from tests.here import free_port
from tests.loopback.line import Line
from tests.soak.site.supervisor import has_ended, kill_tree, until

RABBITMQ, CONTROL = "/usr/lib/rabbitmq/bin/rabbitmq-server", "/usr/lib/rabbitmq/bin/rabbitmqctl"
READY_SECONDS = 90
STOP_SECONDS = 20


class Broker(Protocol):
    """What a test may do with one."""

    @property
    def url(self) -> str: ...

    def start(self) -> None: ...
    def kill(self) -> None: ...
    def stop(self) -> None: ...


class Valkey(EmbeddedValkey):
    """The embedded one, on its socket."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "valkey")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)


class _Process:
    """A server that is one command."""

    user: str | None = None
    _process: subprocess.Popen[bytes] | None = None

    def __init__(self, command: list[str], folder: Path, port: int, environ: Mapping[str, str]) -> None:
        self._command, self._folder, self._port, self._environ = command, folder, port, environ

    def start(self) -> None:
        with (self._folder / "output.log").open("ab") as log:
            process = self._process = subprocess.Popen(
                self._command, cwd=self._folder, env=dict(self._environ), user=self.user, group=self.user,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        _until(lambda: process.poll() is None and _listens(self._port), self._folder)

    def kill(self) -> None:
        """Returns when nothing of it is left that would still listen in the place of what is started next."""
        if self._process is not None:
            tree = _tree(self._process.pid)
            kill_tree(self._process.pid)
            self._process.wait()
            until(lambda: all(map(has_ended, tree)), seconds=STOP_SECONDS, what="it died")

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=STOP_SECONDS)
        self.kill()


class Redis(_Process):
    """Debian's redis-server, keeping nothing."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
        super().__init__(command, folder, port, os.environ)
        self.url = f"redis://127.0.0.1:{port}/0"


class RabbitMQ(_Process):
    """Debian's RabbitMQ under a node name of its own; with an epmd of its own, or as another node of a cluster."""

    def __init__(self, folder: Path, *, joins: "RabbitMQ | None" = None) -> None:
        port, distribution = free_port(), free_port()
        self.node = f"tulia{port}@localhost"
        self._names, self._cookie = (joins._names, joins._cookie) if joins else (str(free_port()), secrets.token_hex())
        own = {
            "HOME": str(folder), "RABBITMQ_NODENAME": self.node, "RABBITMQ_NODE_PORT": str(port),
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1", "RABBITMQ_DIST_PORT": str(distribution),
            "RABBITMQ_MNESIA_BASE": str(folder / "data"), "RABBITMQ_LOG_BASE": str(folder / "log"),
            "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq"), "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
            "RABBITMQ_PID_FILE": str(folder / "pid"), "ERL_EPMD_PORT": self._names, "ERL_EPMD_ADDRESS": "127.0.0.1",
        }  # fmt: skip
        (folder / "plugins").write_text("[].\n")
        (folder / "rabbitmq.conf").write_text("log.file.level = warning\n" + self._found_by(joins))
        (folder / ".erlang.cookie").write_text(self._cookie)
        (folder / ".erlang.cookie").chmod(0o400)  # Erlang takes no other
        self._become_its_user(folder)
        super().__init__([RABBITMQ], folder, port, {**os.environ, **own})
        self.port, self.url = port, f"amqp://guest:guest@127.0.0.1:{port}//"

    def _found_by(self, joins: "RabbitMQ | None") -> str:
        """The first node waits for no other; each other one joins it when it starts for the first time."""
        if joins is None:
            return ""
        nodes = "".join(
            f"cluster_formation.classic_config.nodes.{number} = {node}\n"
            for number, node in enumerate((joins.node, self.node), start=1)
        )
        return f"cluster_formation.peer_discovery_backend = classic_config\n{nodes}"

    def ask(self, *words: str) -> str:
        """What its command line tool answers."""
        return subprocess.run(
            [CONTROL, "--quiet", "--node", self.node, *words], cwd=self._folder, env=dict(self._environ),
            user=self.user, group=self.user, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip

    def _become_its_user(self, folder: Path) -> None:
        """Debian's command for root starts it behind `su`, where no signal reaches it."""
        if os.geteuid() != 0:
            return
        self.user = "rabbitmq"
        for path in [folder, *folder.iterdir()]:
            shutil.chown(path, self.user, self.user)
        databases.let_through(folder)

    def stop(self) -> None:
        """Erlang ends its node in order when it is told so itself; the script around it does not pass it on."""
        if self._process is not None:
            for each in _tree(self._process.pid):
                with suppress(psutil.NoSuchProcess):  # its helpers come and go
                    if each.name() == "beam.smp":
                        each.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=STOP_SECONDS)
        self.end()

    def end(self) -> None:
        """At once, and with its epmd, which ends only when it has heard of the last node's death."""
        self.kill()
        epmd = [shutil.which("epmd") or "epmd", "-port", self._names, "-kill"]

        def is_gone() -> bool:
            subprocess.run(epmd, stdout=subprocess.DEVNULL, check=False)
            return not _listens(int(self._names))

        until(is_gone, seconds=STOP_SECONDS, what="no epmd is left")


class Lined:
    """A broker that runs on behind a line: for who uses it, it is killed when the line is cut.

    RabbitMQ takes longer to come back than all the rest of a short test.
    """

    def __init__(self, broker: RabbitMQ) -> None:
        self._line = Line(("127.0.0.1", broker.port))
        self.url = broker.url.replace(str(broker.port), str(self._line.port))
        self.start, self.kill, self.stop = self._line.mend, self._line.cut, self._line.cut


def _tree(pid: int) -> list[psutil.Process]:
    """A process and its descendants."""
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _until(is_so: Callable[[], bool], folder: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, (folder / "output.log").read_text()[-2000:]
        time.sleep(0.1)
