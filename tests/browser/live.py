"""The whole of Tulia in a folder of its own: web, worker and beat as `make run` starts them, usually with the demo."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil

from tests import demo
from tests.here import NO_TLS, OWN, ROOT, free_port
from tests.soak.site.supervisor import has_ended

READY_SECONDS = 240


@contextmanager
def running(folder: Path, *, has_demo: bool = True, **settings: str) -> Iterator[str]:
    """Its address, once it is ready; keywords are settings of its environment.

    It has been started before: its database is there, which takes a quarter of a minute less.
    """
    demo.lay(folder, has_demo=has_demo)
    settings |= {"TULIA_DEMO": str(has_demo).lower()}
    port = free_port()
    environment = environment_of(folder, port) | settings
    with (folder / "run.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.run"], cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        try:
            yield wait_until_ready(f"http://127.0.0.1:{port}", process, folder)
        finally:
            # The last is heard also where the suite runs in the background, whose children ignore the others.
            stop(process, signal.SIGINT, signal.SIGHUP, signal.SIGTERM)


def stop(process: subprocess.Popen[bytes], *signals: signal.Signals) -> None:
    """However often it is asked while it stops, it ends, and leaves nothing that it has started."""
    if process.poll() is not None:
        return
    started = psutil.Process(process.pid).children(recursive=True)
    for number in signals:
        os.killpg(process.pid, number)  # as `timeout` and a terminal do: to all of the group
        time.sleep(0.2)
    process.wait(timeout=READY_SECONDS)
    assert [one for one in started if not has_ended(one)] == []


def environment_of(folder: Path, port: int) -> dict[str, str]:
    """What a process of that installation is started with."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OWN)}
    # The same vectors whatever else is installed.
    ports = {"PORT": str(port), "TULIA_STREAMS_PORT": str(free_port())}
    return inherited | ports | {"TULIA_DATA_DIR": str(folder), "TULIA_EMBEDDING_MODEL": "local"}


def wait_until_ready(address: str, process: subprocess.Popen[bytes], folder: Path) -> str:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, (folder / "run.log").read_text()
        try:
            if httpx.get(f"{address}/health/ready", timeout=5, verify=NO_TLS).is_success:
                return address
        except httpx.HTTPError:
            pass
        time.sleep(0.2)
    raise AssertionError((folder / "run.log").read_text())
