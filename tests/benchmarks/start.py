"""How long `make run` takes until the installation is ready: a first start in an empty folder, and a second one."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import httpx

from tests.benchmarks.table import Figure
from tests.here import OWN, ROOT, free_port

LIMIT_SECONDS = 120
SECOND_BAR_SECONDS = 5.0


def measure(folder: Path, *, only: Sequence[str] = ()) -> list[Figure]:
    if only and "start" not in only:
        return []
    folder.mkdir()
    first, second = _start(folder), _start(folder)
    method = "config.run in a scratch folder, until /health/ready says 200: servers, migrations, demo, processes"
    return [
        Figure(what="first start", measured=f"{first:.1f} s", method=method),
        Figure(
            what="second start", bar=f"< {SECOND_BAR_SECONDS:.0f} s", measured=f"{second:.1f} s",
            is_met=second < SECOND_BAR_SECONDS, method="the same folder again",
        ),
    ]  # fmt: skip


def _start(folder: Path) -> float:
    port = free_port()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
    environ = inherited | {"PORT": str(port), "TULIA_STREAMS_PORT": str(free_port()), "TULIA_DATA_DIR": str(folder)}
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "config.run"], cwd=ROOT, env=environ,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        while not _is_ready(port):
            assert process.poll() is None, "the start ended at once"
            assert time.monotonic() - started < LIMIT_SECONDS, "it was never ready"
            time.sleep(0.03)
        return time.monotonic() - started
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def _is_ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health/ready", timeout=5).is_success
    except httpx.HTTPError:
        return False
