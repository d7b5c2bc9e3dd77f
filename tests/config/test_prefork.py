"""The one process that forks the others: what they share, what they must not, and what happens when one is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.here import ROOT, data_folder, free_port
from tests.soak.site.supervisor import has_ended, until

LOADED = """
import os, random, sys, threading
from config import prefork
prefork.preload()
print("threads", threading.active_count())
print("sockets", sum(os.readlink(f"/proc/self/fd/{n}").startswith("socket") for n in os.listdir("/proc/self/fd") if
    os.path.exists(f"/proc/self/fd/{n}")))
before = len(sys.modules)
import config.wsgi
print("more", len(sys.modules) - before)
from tenants.telemetry import metrics
from tenants.tenancy import new_id
import numpy as np
sys.stdout.flush()
for _ in range(2):
    if os.fork() == 0:
        metrics.REQUESTS.labels("here", "GET", "200").inc()
        print("drawn", random.random(), new_id(), os.urandom(8).hex(), flush=True)
        os._exit(0)
    os.wait()
from prometheus_client import CollectorRegistry, generate_latest, multiprocess
registry = CollectorRegistry()
multiprocess.MultiProcessCollector(registry)
print("counted", [line for line in generate_latest(registry).decode().splitlines() if 'route="here"' in line][0][-3:])

from config.serving import startup
from tenants.telemetry import spans
startup.send_traces()
is_off = not spans.is_on() and spans.span("turn", attempts=1) is spans.OFF is spans.of_messages("turn", [], attempts=1)
exporting = [name for name in sys.modules if name.startswith(("tenants.telemetry.otlp", "opentelemetry.exporter"))]
print("traces", "off" if is_off and not exporting else exporting, flush=True)

from journeys.local import exemplars
learned = os.path.join(os.environ["TULIA_DATA_DIR"], "learned")
os.unlink(learned)  # it was lent, see tests.here
threading.stack_size(512 * 1024)
thread = threading.Thread(target=exemplars.model.__wrapped__)
thread.start()
thread.join()
print("learned", *(name.partition("-")[0] for name in os.listdir(learned)))
"""
TENDED = """
import sys
from config import prefork
prefork.preload = lambda: None
prefork.commands = lambda settings: {"steady": [sys.executable, "-m", "http.server", sys.argv.pop()]}
prefork.main()
"""


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """What the one that loads everything says of itself: name and value."""
    environ = os.environ | {"TULIA_DATA_DIR": str(tmp_path_factory.mktemp("loaded"))}
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return [line.split(" ", 1) for line in done.stdout.splitlines()]


def test_what_is_loaded_before_the_fork_is_fit_to_be_shared(lines: list[list[str]]) -> None:
    told = {name: value for name, value in lines if name != "drawn"}
    assert told["threads"] == "1"
    assert told["sockets"] == "0"
    assert int(told["more"]) < 10, "a child imports what its parent could have"
    assert told["counted"] == "2.0", "each counts for itself"
    first, second = (value.split() for name, value in lines if name == "drawn")
    assert not set(first) & set(second), "two children draw the same"


def test_without_a_collector_nothing_that_sends_traces_is_loaded_and_nothing_done(lines: list[list[str]]) -> None:
    assert ["traces", "off"] in lines


def test_the_local_mind_learns_in_a_thread_with_a_small_stack_such_as_a_web_server_has(lines: list[list[str]]) -> None:
    assert lines[-1] == ["learned", "exemplars"]


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[psutil.Process]:
    command = [sys.executable, "-c", TENDED, str(tmp_path), str(free_port())]
    environ = os.environ | {"TULIA_DATA_DIR": str(data_folder(tmp_path))}
    process = subprocess.Popen(command, cwd=ROOT, env=environ, stderr=subprocess.DEVNULL)
    found = psutil.Process(process.pid)
    until(lambda: bool(serving(found)), seconds=20, what="the child listens")
    yield found
    for one in [*found.children(), found] if found.is_running() else []:
        one.kill()
    process.wait()


def serving(parent: psutil.Process) -> list[psutil.Process]:
    return [child for child in parent.children() if child.net_connections()]


def test_a_killed_child_is_forked_again_and_all_end_when_asked(parent: psutil.Process) -> None:
    (first,) = serving(parent)
    assert first.name() == "tulia steady"
    assert os.getsid(first.pid) == first.pid
    first.kill()
    until(lambda: serving(parent) not in ([], [first]), seconds=10, what="another listens at the same port")
    (second,) = serving(parent)
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(timeout=10) == 0
    assert not second.is_running()


def test_a_killed_parent_takes_its_children_along(parent: psutil.Process) -> None:
    (child,) = serving(parent)
    parent.kill()
    until(lambda: has_ended(child), seconds=10, what="the child ended")
