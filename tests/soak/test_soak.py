"""The short form of the soak: processes and servers are killed while twenty customers write and four pay.

The grown one has three nodes of RabbitMQ and a replica as the long form has, and kills one node of the three.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.brokers.servers import RABBITMQ
from tests.depth import IS_DEEP, thorough
from tests.here import ROOT
from tests.soak.site import grown

pytestmark = thorough


IS_CI = os.environ.get("CI") == "true"
GROWN = (grown.PGBOUNCER, RABBITMQ)


@pytest.mark.parametrize("profile", ["usual", "grown"])
def test_nothing_is_lost_doubled_or_mixed_up(profile: str) -> None:
    if profile == "grown" and not (IS_DEEP or IS_CI):
        pytest.skip("in CI and in the deep form only: it takes as long as the usual one")
    missing = [program for program in GROWN if profile == "grown" and not Path(program).exists()]
    assert not missing, f"{missing} are missing"
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak", "--short", "--profile", profile, "--seed", "11"],
        cwd=ROOT, check=False, capture_output=True, text=True, timeout=180,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr[-2_000:]
