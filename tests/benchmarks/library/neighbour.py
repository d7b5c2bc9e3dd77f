"""Whether one tenant's library that grows by a thousand pages makes another tenant's searches wait."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

from knowledge.embed import Embedder
from knowledge.models import Chunk
from knowledge.search import question
from knowledge.search.search import search
from tenants.models import Tenant
from tenants.scope import fleet_scope, tenant_scope
from tests.benchmarks.library import ingest
from tests.benchmarks.table import Figure, percentiles
from tests.here import ROOT

LIMIT = 2.0
_PAUSE, _ALONE = 0.02, 300
ASKED = ("how do I set the APN?", "what does the red light mean?", "is 5G in my town?", "can I keep my number?")


def measure(folder: Path) -> list[Figure]:
    """Half of the machine is the reading's: what is compared is what a customer of the other tenant notices."""
    (folder / "large.pdf").write_bytes(ingest.made())
    with fleet_scope():
        growing, other = (Tenant.objects.get(slug=slug).id for slug in ("duka", "mtandao"))
    alone = _searched(other, lambda done: done < _ALONE)
    began = time.perf_counter()
    reading = subprocess.Popen(
        [sys.executable, "manage.py", "ingest", str(folder / "large.pdf"), "--tenant=duka"],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    beside = _searched(other, lambda done: reading.poll() is None)
    took = time.perf_counter() - began
    assert reading.returncode == 0, "the document was not read"
    with tenant_scope(growing):
        passages = Chunk.objects.filter(document__file_name="large.pdf").count()
    ratio = beside[0] / alone[0]
    return [
        Figure(
            what="library: a neighbour's search meanwhile",
            measured=f"p50 {beside[0]:.1f} ms, alone {alone[0]:.1f}; p95 {beside[1]:.1f}, alone {alone[1]:.1f} ms",
            method=f"{ingest.PAGES:,} pages of another become {passages:,} passages in {took:.0f} s, all counted",
            bar=f"p50 at most {LIMIT:.0f} times alone", is_met=ratio <= LIMIT,
        )
    ]  # fmt: skip


def _searched(tenant_id: UUID, is_on: Callable[[int], bool]) -> tuple[float, float, float]:
    times: list[float] = []
    while is_on(len(times)):
        asked = question.prepare(ASKED[len(times) % len(ASKED)], Embedder())
        started = time.perf_counter()
        with tenant_scope(tenant_id):
            search(asked)
        times.append((time.perf_counter() - started) * 1000)
        time.sleep(_PAUSE)
    return percentiles(times)
