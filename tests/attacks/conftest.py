"""An installation as others reach it, its processes as `make run` starts them, and what attackers do again."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.http import HttpResponse
from django.test import Client
from pydantic import AnyHttpUrl

from config import processes
from config.environment import Environment
from tests.here import NO_TLS, ROOT, data_folder, free_port
from tests.soak.site.supervisor import Supervisor, until
from tests.tools.payments.conftest import money, money_api, payer, shop

__all__ = ["money", "money_api", "payer", "shop"]

Start = Callable[..., str]
LogIn = Callable[..., HttpResponse]


@pytest.fixture
def public(settings: Any) -> Any:
    """Without the demo, and with an address that others know."""
    update = {"demo": False, "public_base_url": AnyHttpUrl("https://chat.shop.example")}
    settings.TULIA = settings.TULIA.model_copy(update=update)
    return settings


@pytest.fixture
def log_in() -> LogIn:
    """Name and password, from an address, with a browser of one's own."""

    def post(name: str, password: str, *, client: Client | None = None, place: str = "127.0.0.1", **meta: str) -> Any:
        form = {"username": name, "password": password, "next": "/admin/"}
        return (client or Client()).post("/admin/login/", form, REMOTE_ADDR=place, **meta)

    return post


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start these of the processes, with these settings; the address of the web process."""
    with ExitStack() as stack:

        def start(*names: str, **settings: str) -> str:
            environ = os.environ | {
                "DJANGO_SETTINGS_MODULE": "config.settings", "PORT": str(free_port()),
                "TULIA_DATA_DIR": str(data_folder(tmp_path)), "TULIA_DEMO": "false", **settings,
            }  # fmt: skip
            commands = processes.commands(Environment.model_validate(environ))
            supervisor = Supervisor(tmp_path / "log", root=ROOT)
            stack.callback(supervisor.stop)
            supervisor.start({name: commands[name] for name in names}, environ)
            address = f"http://127.0.0.1:{environ['PORT']}"
            if "web" in names:
                until(lambda: status(f"{address}/health/live") == 200, seconds=60, what="the web process answers")
            return address

        yield start


@pytest.fixture
def make_run(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """`make run` with an embedded Valkey; what it says is in run.log."""
    running: list[subprocess.Popen[bytes]] = []

    def run(**settings: str) -> subprocess.Popen[bytes]:
        environ = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": "", "CELERY_BROKER_URL": "",
            "TULIA_DATA_DIR": str(data_folder(tmp_path)), "TULIA_DEMO": "false", **settings,
        }  # fmt: skip
        with (tmp_path / "run.log").open("wb") as log:
            command = [sys.executable, "-m", "config.run"]
            process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log, start_new_session=True)
        running.append(process)
        return process

    yield run
    for process in running:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(timeout=40)


def status(url: str, *, seconds: float = 10) -> int:
    """Of the answer; 0 when there is none."""
    try:
        return httpx.get(url, timeout=seconds, verify=NO_TLS).status_code
    except httpx.HTTPError:
        return 0
