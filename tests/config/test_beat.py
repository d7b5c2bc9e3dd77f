"""Beat knows when what is to be asked for, and by its name alone."""

import subprocess
import sys

from tests.here import ROOT

LOADED = """
import sys
from config.celery import app
beat = app.Beat(quiet=True)
beat.init_loader()
loaded = {"conversations", "journeys", "knowledge", "tools"} & set(sys.modules)
print(*loaded, "of", len(app.conf.beat_schedule))
"""


def test_it_loads_nothing_of_what_the_workers_do() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, check=True, capture_output=True, text=True)
    before, _, count = done.stdout.strip().rpartition("of ")
    assert before == ""
    assert int(count) > 5
