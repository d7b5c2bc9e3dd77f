"""A web server's thread has a small stack, and the local mind reckons in it all the same."""

import subprocess
import sys

from tests.here import ROOT

CODE = """
import threading

import django
django.setup()
from journeys.local import exemplars

threading.stack_size(512 * 1024)
thread = threading.Thread(target=exemplars.model)
thread.start()
thread.join()
"""


def test_the_local_mind_learns_in_a_thread_with_a_small_stack() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE], cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
        env={"DJANGO_SETTINGS_MODULE": "tests.settings", "PATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
