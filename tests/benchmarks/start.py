"""How long `make run` takes until the installation is ready: from a fresh clone, in an empty folder, and once more."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import httpx

from tests.benchmarks.table import Figure
from tests.here import OWN, ROOT, free_port

LIMIT_SECONDS = 180
CLONE_BAR_SECONDS, SECOND_BAR_SECONDS = 60.0, 4.0


def measure(folder: Path, *, only: Sequence[str] = ()) -> list[Figure]:
    if only and "start" not in only:
        return []
    folder.mkdir()
    cloned = _from_a_clone(folder / "clone")
    data = folder / "data"
    first, second = _start(data), _start(data)
    method = "config.run in a scratch folder, until /health/ready says 200: servers, migrations, demo, processes"
    return [
        Figure(
            what="`make run` in a fresh clone", bar=f"< {CLONE_BAR_SECONDS:.0f} s", measured=f"{cloned:.1f} s",
            is_met=cloned < CLONE_BAR_SECONDS,
            method="the libraries installed too, for the second time on this machine, so that none is downloaded",
        ),
        Figure(what="first start", measured=f"{first:.1f} s", method=method),
        Figure(
            what="second start", bar=f"< {SECOND_BAR_SECONDS:.0f} s", measured=f"{second:.1f} s",
            is_met=second < SECOND_BAR_SECONDS, method="the same folder again",
        ),
    ]  # fmt: skip


def _from_a_clone(clone: Path) -> float:
    """What is committed, as a newcomer gets it."""
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    subprocess.run(["sh", ".ci/install"], cwd=clone, check=True, capture_output=True)
    shutil.rmtree(clone / ".venv")
    return _start(clone / "data", ["make", "run"], within=clone)


def _start(
    folder: Path, command: Sequence[str] = (sys.executable, "-m", "config.run"), *, within: Path = ROOT
) -> float:
    port = free_port()
    # What `make bench` was called with is not what a newcomer calls `make run` with.
    inherited = {
        name: value for name, value in os.environ.items() if not name.startswith((*OWN, "MAKE", "MFLAGS", "EXTRAS"))
    }
    environ = inherited | {"PORT": str(port), "TULIA_STREAMS_PORT": str(free_port()), "TULIA_DATA_DIR": str(folder)}
    started = time.monotonic()
    process = subprocess.Popen(
        command, cwd=within, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        while not _is_ready(port):
            assert process.poll() is None, "the start ended at once"
            assert time.monotonic() - started < LIMIT_SECONDS, "it was never ready"
            time.sleep(0.03)
        return time.monotonic() - started
    finally:
        with suppress(ProcessLookupError):  # it has ended by itself
            os.killpg(process.pid, signal.SIGTERM)  # make does not hand it on
        process.wait(timeout=30)


def _is_ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health/ready", timeout=5).is_success
    except httpx.HTTPError:
        return False
