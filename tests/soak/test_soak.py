"""The short form of the soak: worker, web, Valkey and PostgreSQL are killed while twenty customers write."""

import subprocess
import sys

import pytest

from tests.here import ROOT

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("seed", [11])
def test_nothing_is_lost_doubled_or_mixed_up(seed: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak", "--short", "--seed", str(seed)],
        cwd=ROOT, check=False, capture_output=True, text=True, timeout=180,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr[-2_000:]
