"""`make run`: the embedded servers, the migrations, the demo, then web, live, worker and beat, until Ctrl-C."""

import hashlib
import logging
import os
import socket
import time
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from pathlib import Path

import django
import httpx
from django.core.management import CommandError, call_command
from django.db import connections
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from config import embedded, environment
from config.processes import PYTHON, STOP_TIMEOUT_SECONDS, Processes
from config.serving import open_servers
from config.stop_signals import StopSignals

# The first start migrates and loads the demo; then the person is told what is missing.
READY_TIMEOUT_SECONDS = 60
console = Console()


def main() -> None:
    settings = environment.read()
    refuse_taken_port("PORT", settings.port)
    refuse_taken_port("TULIA_STREAMS_PORT", settings.streams_port)
    signals = StopSignals()
    try:
        run(settings, signals)
    except KeyboardInterrupt:
        console.print("\nStopped before it had started.")


def run(settings: environment.Environment, signals: StopSignals) -> None:
    """Until somebody asks to stop. The embedded servers end after us, with the process."""
    os.umask(0o077)  # customers' files, keys and logs are nobody else's on this machine
    folder = settings.data_dir.resolve()
    environ: MutableMapping[str, str] = os.environ
    environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    environ["CELERY_SKIP_CHECKS"] = "1"  # the suite makes Django's checks; a start need not wait for them
    is_embedded = not environ.get("DATABASE_URL")
    with step("Starting PostgreSQL and Valkey" if is_embedded else "Reading the environment"):
        servers = embedded.provide(environ, owns_valkey=True)
    settings = environment.read()
    for sentence in open_servers.sentences(settings):
        console.print(f"[yellow]{sentence}")
    prepare(settings, folder, is_embedded=is_embedded)
    processes = Processes(folder / "log", {"tulia": [*PYTHON, "config.prefork", str(folder / "log")]}, servers)
    signals.interrupts = False  # a process that is just being started must not be forgotten
    try:
        processes.start()
        serve(processes, settings, folder, signals)
    finally:
        with suppress(OSError):  # nobody reads us any more
            console.print("\nStopping. Your data stays in", str(folder))
        processes.stop(STOP_TIMEOUT_SECONDS + 5)  # it stops those whom it has forked, and waits for them


def serve(processes: Processes, settings: environment.Environment, folder: Path, signals: StopSignals) -> None:
    """Tell when it is ready, and keep everything running until it is time to stop."""
    with step("Waiting for web and worker"):
        missing = wait_until_ready(settings.port, processes, until=lambda: signals.asked)
    if signals.asked:
        return
    if missing:
        console.print(f"[yellow]Not ready after {READY_TIMEOUT_SECONDS} s, and still trying. /health/ready: {missing}")
    show_table(settings, folder)
    if processes.watch(until=lambda: signals.asked) is not None:
        console.print(f"[red]The processes end again and again; their last words are in {folder / 'log'}")


def refuse_taken_port(name: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            environment.stop(f"{name} {port} is in use; stop what uses it, or choose another: {name}=8080 make run.")


@contextmanager
def step(text: str) -> Iterator[None]:
    columns = (SpinnerColumn(finished_text="[green]✓"), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task(text, total=1)
        yield
        progress.update(task, completed=1)


def prepare(settings: environment.Environment, folder: Path, *, is_embedded: bool) -> None:
    """Migrate, and load the demo, in this process; nothing at all when our own database has had these very ones."""
    done = folder / "postgres" / "tulia-prepared"
    wanted = f"{fingerprint()} demo={settings.demo}"
    if is_embedded and done.exists() and done.read_text() == wanted:
        return
    with step("Migrating the database"):
        django.setup()
        try:
            call_command("migrate", verbosity=0, skip_checks=True)
        except CommandError as problem:
            environment.stop(str(problem))
    if settings.demo:
        logging.disable(logging.INFO)  # the bar tells enough
        call_command("load_demo")
        logging.disable(logging.NOTSET)
    connections.close_all()
    if is_embedded:
        done.write_text(wanted)


def fingerprint() -> str:
    """Changes with every migration, with the wall, and with the demo's data."""
    root = Path(__file__).parent.parent
    rooms = ("tenants", "knowledge", "tools", "conversations")
    patterns = (
        *(f"{room}/{deep}migrations/*.py" for room in rooms for deep in ("", "*/")),
        "tenants/wall.py", "conversations/simulator/demo/**/*",
    )  # fmt: skip
    files = sorted(path for pattern in patterns for path in root.glob(pattern) if path.is_file())
    return hashlib.sha256(b"".join(path.read_bytes() for path in files if "__pycache__" not in path.parts)).hexdigest()


def wait_until_ready(port: int, processes: Processes, *, until: Callable[[], bool]) -> str:
    """Empty once it is ready; otherwise what /health/ready said last."""
    deadline = time.monotonic() + READY_TIMEOUT_SECONDS
    answer = "nothing yet"
    with httpx.Client(timeout=5) as client:  # one: each reads all certificates, which takes from those who start
        while time.monotonic() < deadline and not until():
            if (processes.refusing() or processes.tend()) is not None:
                environment.stop("a process ended at once; its last words are in the log folder.")
            try:
                response = client.get(f"http://127.0.0.1:{port}/health/ready")
                answer = response.text
                if response.status_code == httpx.codes.OK:
                    return ""
            except httpx.HTTPError:
                pass
            time.sleep(0.15)
    return answer


def show_table(settings: environment.Environment, folder: Path) -> None:
    table = Table(title="Tulia is running", show_header=False, title_justify="left", min_width=60)
    base = settings.base_url
    if settings.demo:
        table.add_row("Phone simulator", f"{base}/simulator/")
        table.add_row("Web page with a chat", f"{base}/simulator/site/")
    table.add_row("Desk", f"{base}/desk/")
    table.add_row("Admin", f"{base}/admin/")
    table.add_row("Health", f"{base}/health/ready")
    if settings.demo:
        table.add_row("Demo users", "admin, duka-admin, mtandao-admin, oasis-admin, duka-operator")
        table.add_row("Their password", "tulia-demo")
    table.add_row("Logs", str(folder / "log"))
    console.print(table)
    console.print("Ctrl-C stops everything and leaves your data.")


if __name__ == "__main__":
    main()
