"""A whole Tulia in a folder of its own: servers, tenants, and web, live, workers and beat as `make run` starts them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from config import embedded, environment, processes
from config.embedded.postgres import Database
from tests.brokers.cluster import Cluster
from tests.brokers.servers import Broker
from tests.here import NO_TLS, OWN, ROOT, data_folder, free_port
from tests.soak.site.forks import Forks
from tests.soak.site.grown import PgBouncer, Replica
from tests.soak.site.servers import Servers
from tests.soak.site.supervisor import until
from tests.soak.site.wire import Line

READY_SECONDS = 60
NODES = 3


@dataclass(frozen=True, kw_only=True)
class Grown:
    """What a grown one has besides; no watch brings it back, so who kills it starts it again."""

    pgbouncer: PgBouncer
    cluster: Cluster
    replica: Replica
    cluster_starts: Future[None]

    @property
    def servers(self) -> Mapping[str, Broker]:
        """By the name under which they are killed."""
        nodes = {f"broker-{number}": node for number, node in enumerate(self.cluster.nodes, start=1)}
        return {"pgbouncer": self.pgbouncer, **nodes, "replica": self.replica}


@dataclass(frozen=True, kw_only=True)
class Installation:
    """What may be killed, and where it is reached."""

    base_url: str
    streams_url: str
    provider_url: str
    owner_url: str
    lines: list[Line]
    supervisor: Forks
    servers: Servers
    grown: Grown | None = None

    def is_ready(self) -> bool:
        try:
            is_there = httpx.get(f"{self.provider_url}/health/live", timeout=5, verify=NO_TLS).is_success
            return is_there and httpx.get(f"{self.base_url}/health/ready", timeout=5, verify=NO_TLS).is_success
        except httpx.HTTPError:
            return False


@contextmanager
def running(
    folder: Path, *, twilio_url: str, tenants: int, shelf: int, workers: int, web_workers: int, is_grown: bool = False
) -> Iterator[Installation]:
    """It, once it is ready; every process and every server may be killed."""
    with ExitStack() as stack:
        servers = Servers(folder)
        database = servers.start()
        stack.callback(servers.stop)
        environ = _environ(
            folder, database, servers.redis_url, twilio_url=twilio_url, web_workers=web_workers, workers=workers
        )
        grown = _grow(folder, servers, environ, stack) if is_grown else None
        provider_url = environ["DARAJA_API_BASE_URL"].removesuffix("/simulator/daraja")
        made = _python(environ, "-m", "tests.soak.site.furnish", str(tenants), str(shelf)).splitlines()
        if grown:
            grown.cluster_starts.result()
        supervisor = Forks(folder / "log", root=ROOT)
        installation = Installation(
            base_url=f"http://127.0.0.1:{environ['PORT']}",
            streams_url=f"http://127.0.0.1:{environ['TULIA_STREAMS_PORT']}",
            provider_url=provider_url, owner_url=database.owner_url,
            lines=[Line(**json.loads(line)) for line in made], supervisor=supervisor, servers=servers, grown=grown,
        )  # fmt: skip
        stack.callback(supervisor.stop)
        supervisor.start({"provider": _provider(environ)}, environ)
        until(installation.is_ready, seconds=READY_SECONDS, what="ready for the first message")
        yield installation


def _grow(folder: Path, servers: Servers, environ: dict[str, str], stack: ExitStack) -> Grown:
    """Start it, and name it in the environment. The nodes go on starting while other things are made ready."""
    cluster = Cluster(folder / "rabbitmq", NODES)
    stack.callback(cluster.stop)
    starts = stack.enter_context(ThreadPoolExecutor(max_workers=1)).submit(cluster.start)
    pgbouncer = PgBouncer(folder / "pgbouncer", servers.database.owner_url)
    stack.callback(pgbouncer.stop)
    pgbouncer.start()
    replica = Replica(folder / "replica", servers.postgres)
    stack.callback(replica.stop)
    environ |= {
        "DATABASE_URL": pgbouncer.url, "TULIA_PGBOUNCER": "true", "CELERY_BROKER_URL": cluster.url,
        "TULIA_REPLICA_URL": replica.url,
    }  # fmt: skip
    return Grown(pgbouncer=pgbouncer, cluster=cluster, replica=replica, cluster_starts=starts)


def _environ(
    folder: Path, database: Database, redis_url: str, *, twilio_url: str, web_workers: int, workers: int
) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
    provider_url = f"http://127.0.0.1:{free_port()}"
    return inherited | embedded.generated_keys(folder) | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database.runtime_url,
        "DATABASE_OWNER_URL": database.owner_url,
        "REDIS_URL": redis_url,
        "PORT": str(free_port()),
        "TULIA_STREAMS_PORT": str(free_port()),
        "TULIA_DATA_DIR": str(data_folder(folder)),
        "TULIA_DEMO": "false",
        "TULIA_WEB_WORKERS": str(web_workers),
        "TULIA_WORKER_PROCESSES": str(workers),
        "TWILIO_API_BASE_URL": twilio_url,
        "DARAJA_API_BASE_URL": f"{provider_url}/simulator/daraja",
        "PESAPAL_API_BASE_URL": f"{provider_url}/simulator/pesapal",
    }  # fmt: skip


def _python(environ: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environ, check=False, stdout=subprocess.PIPE, text=True
    )
    assert done.returncode == 0, f"{' '.join(arguments)} failed"
    return done.stdout


def _provider(environ: dict[str, str]) -> list[str]:
    """The simulator on its own port, to which our web is at the address where it reports."""
    settings = environment.Environment.model_validate(environ)
    port = str(settings.daraja_api_base_url.port) if settings.daraja_api_base_url else ""
    changed = {"PORT": port, "PUBLIC_BASE_URL": settings.base_url, "TULIA_DEMO": "true", "TULIA_WEB_WORKERS": "1"}
    web = processes.commands(settings.model_copy(update={"port": int(port), "web_workers": 1}))["web"]
    assignments = [f"{name}={value}" for name, value in changed.items()]
    return ["env", *assignments, *web[:-1], "tests.soak.money.provider:application"]
