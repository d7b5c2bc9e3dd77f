"""The processes as `make run` starts them, on the test's own database and on the broker under test."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from django.db import connections

from tests.here import NO_TLS, ROOT, data_folder, free_port
from tests.soak.site.forks import Forks
from tests.soak.site.supervisor import until

READY_SECONDS = 60


@contextmanager
def running(folder: Path, *, broker_url: str, cache_url: str, twilio_url: str) -> Iterator[str]:
    """Its address, once it is ready."""
    environ = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "CELERY_BROKER_URL": broker_url,
        "REDIS_URL": cache_url,
        "PORT": str(free_port()),
        "TULIA_STREAMS_PORT": str(free_port()),
        "TULIA_DATA_DIR": str(data_folder(folder)),
        "TULIA_DEMO": "false",
        "TULIA_WEB_WORKERS": "1",
        "TULIA_WORKER_PROCESSES": "1",
        "TWILIO_API_BASE_URL": twilio_url,
    }
    address = f"http://127.0.0.1:{environ['PORT']}"
    forks = Forks(folder / "log", root=ROOT)
    try:
        forks.start({}, environ)
        until(lambda: _is_ready(address), seconds=READY_SECONDS, what="ready for the first message")
        yield address
    finally:
        forks.stop()
        connections.close_all()


def _is_ready(address: str) -> bool:
    try:
        return httpx.get(f"{address}/health/ready", timeout=5, verify=NO_TLS).is_success
    except httpx.HTTPError:
        return False
