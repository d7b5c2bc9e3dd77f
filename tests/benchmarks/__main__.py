"""`make bench`: one table of figures against their bars, from a scratch installation with a durable PostgreSQL.

With names only these parts, and with `--before <revision>` some of them beside those of that revision.
"""

import atexit
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import django
from rich.console import Console

from config import embedded
from tests.benchmarks import before, start, table
from tests.here import OWN, ROOT, free_port
from tests.soak.site.twilio import FaultyTwilio

console = Console(width=int(os.environ.get("COLUMNS", "150")))
machine = table.machine()
if "--before" in sys.argv:  # each of the two trees makes an installation of its own
    console.print(machine)
    sys.exit(before.main(sys.argv[1:], console=console))
folder = Path(tempfile.mkdtemp(prefix="tulia-bench-"))
folder.chmod(0o755)  # PostgreSQL runs as a user of its own when we are root
atexit.register(shutil.rmtree, folder, ignore_errors=True)  # before the servers' own, so that it runs after them
twilio = FaultyTwilio(seed=0, is_faulty=False)


def furnish() -> None:
    """Servers, migrations and demo tenants, before Django's models can be imported."""
    for name in [name for name in os.environ if name.startswith(OWN)]:
        del os.environ[name]
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TULIA_DATA_DIR": str(folder / "data"),
        "PORT": str(free_port()),
        "TWILIO_API_BASE_URL": twilio.url,
        # Whatever else is installed: figures are compared with those of before.
        "TULIA_EMBEDDING_MODEL": "local",
    }
    embedded.provide(os.environ)
    (folder / "data" / "static").mkdir()  # whitenoise warns of its absence each time a test client is made
    for command in (["migrate", "--verbosity", "0", "--skip-checks"], ["load_demo"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, check=True, capture_output=True)
    django.setup()


starts = start.measure(folder / "start", only=sys.argv[1:])
furnish()

from tests.benchmarks import (
    bloat,
    burst,
    care,
    catalog,
    chats,
    costs,
    desk,
    dialogues,
    e5,
    growth,
    idle,
    mind,
    months,
    processor,
    research,
    stall,
    streams,
    turn,
    webhook,
    worker,
)
from tests.benchmarks.library import asked, confidence, ingest, injection, neighbour, references, search, speed

# Before all others, which leave rows to look after, and memory that is not given back.
PARTS = {
    "idle": idle,
    "processor": processor,
    "costs": costs,
    "webhook": webhook,
    "turn": turn,
    "dialogues": dialogues,
    "burst": burst,
    "worker": worker,
    "stall": stall,
    "streams": streams,
    "chats": chats,
    "desk": desk,
    "catalog": catalog,
    "bloat": bloat,
    "growth": growth,
    "mind": mind,
    "months": months,
    "e5": e5,
    "care": care,
    "research": research,
    "library_ingest": ingest,
    "library_asked": asked,
    "library_neighbour": neighbour,
    "library_search": search,
    "library_confidence": confidence,
    "library_speed": speed,
    "library_references": references,
    "injection": injection,
}


def main() -> int:
    """Measure all parts, or those named; 1 if one of them could not be measured, which costs the others nothing."""
    chosen = sys.argv[1:] or list(PARTS)
    began, figures, failed = time.monotonic(), [], 0
    with twilio, (folder / "log").open("w") as log:
        logging.getLogger().handlers[0].setStream(log)
        for name in chosen:
            if name in PARTS:
                started = time.monotonic()
                try:
                    with console.status(f"Measuring: {name}"):
                        figures += PARTS[name].measure(folder)
                except Exception:
                    failed = 1
                    console.print_exception()
                console.print(f"{name} took {time.monotonic() - started:.0f} s")
    console.print(machine)
    table.show([*figures, *starts], console)
    console.print(f"Measured in {time.monotonic() - began:.0f} s.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
