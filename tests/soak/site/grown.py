"""What a grown installation has besides: PgBouncer before PostgreSQL, nodes of RabbitMQ as broker, and a replica."""

import os
import pwd
import re
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from config.embedded.postgres import RUNTIME, EmbeddedPostgres
from tests import databases, replicas
from tests.here import ROOT, free_port
from tests.soak.site.supervisor import kill_tree

PGBOUNCER = "/usr/sbin/pgbouncer"
PASSWORD = "of-a-test"
# What the file of the deployment says that is other here: where things are.
PLACES = ("tulia", "listen_addr", "listen_port", "auth_file")
LIMITS = {"statement_timeout": "10s", "lock_timeout": "5s", "idle_in_transaction_session_timeout": "30s"}
START_SECONDS = 15
SCANS = "SELECT coalesce(sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0)), 0) FROM pg_stat_user_tables"


class PgBouncer:
    """Debian's, in transaction mode, under the settings of deploy/compose/pgbouncer.ini; on a free port, before the
    database of this URL.
    """

    def __init__(self, folder: Path, owner_url: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._port, self._owner = folder, free_port(), conninfo_to_dict(owner_url)
        self._process: subprocess.Popen[bytes] | None = None
        self._let_the_role_in()
        self._write()

    @property
    def url(self) -> str:
        return f"postgresql://tulia_app:{PASSWORD}@127.0.0.1:{self._port}/tulia"

    def start(self) -> None:
        with (self._folder / "output.log").open("ab") as log:
            self._process = subprocess.Popen(
                [PGBOUNCER, str(self._folder / "pgbouncer.ini")], stdout=log, stderr=log, start_new_session=True,
                user=self._user, group=self._user and pwd.getpwnam(self._user).pw_gid,
            )  # fmt: skip
        deadline = time.monotonic() + START_SECONDS
        while not self.answers():
            assert time.monotonic() < deadline, (self._folder / "output.log").read_text()[-2000:]
            time.sleep(0.05)

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=10)

    def answers(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self.url, connect_timeout=2) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
        return False

    @property
    def _user(self) -> str | None:
        """It refuses to run as root, and must reach PostgreSQL's socket: as root it becomes whoever owns that."""
        return Path(str(self._owner["host"])).owner() if os.geteuid() == 0 else None

    def _let_the_role_in(self) -> None:
        """With a password, as PostgreSQL on another machine would; the time limits stand on the role."""
        with psycopg.connect(make_conninfo(**self._owner | {"user": "postgres"}), autocommit=True) as connection:
            connection.execute(f"ALTER ROLE tulia_app PASSWORD '{PASSWORD}'")
            for name, value in LIMITS.items():
                connection.execute(f"ALTER ROLE tulia_app SET {name} = '{value}'")
            row = connection.execute("SHOW hba_file").fetchone()
            rules = Path(str(row[0] if row else ""))
            if databases.BY_PASSWORD not in rules.read_text():
                rules.write_text(f"{databases.BY_PASSWORD}{rules.read_text()}")
                connection.execute("SELECT pg_reload_conf()")

    def _write(self) -> None:
        users = self._folder / "users"
        users.write_text(f'"tulia_app" "{PASSWORD}"\n')
        own = {
            "tulia": f"host={self._owner['host']} dbname={self._owner['dbname']}", "listen_addr": "127.0.0.1",
            "listen_port": self._port, "auth_file": users,
        }  # fmt: skip
        text = (ROOT / "deploy" / "compose" / "pgbouncer.ini").read_text()
        for name, value in own.items():
            text, count = re.subn(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
            assert count == 1, name
        text += "unix_socket_dir =\n"
        (self._folder / "pgbouncer.ini").write_text(text)
        self._folder.chmod(0o755)
        databases.let_through(self._folder / "pgbouncer.ini")


class Replica:
    """A streaming replica of the installation's PostgreSQL, which lets the runtime role in as PgBouncer has had it."""

    def __init__(self, folder: Path, primary: EmbeddedPostgres) -> None:
        self._server = replicas.stream_to(folder, primary)
        self.scans_before = 0
        """How often tables had been read from it when it was killed."""

    @property
    def url(self) -> str:
        return f"{self._server._url(RUNTIME, databases.INSTALLED)}&password={PASSWORD}"

    def start(self) -> None:
        self._server.start_again()

    def kill(self) -> None:
        self.scans_before = self.scans()
        kill_tree(self._server.pid)

    def stop(self) -> None:
        self._server.stop()

    def scans(self) -> int:
        """How often tables of ours have been read from it since it was started; to ask how far it is reads none."""
        try:
            with psycopg.connect(self._server._url("postgres", databases.INSTALLED), autocommit=True) as connection:
                row = connection.execute(SCANS).fetchone()
        except psycopg.OperationalError:  # it recovers still
            return 0
        return int(row[0]) if row else 0
