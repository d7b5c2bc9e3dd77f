"""What E5 costs a process: loading it, a question while both cores are busy, and memory; where it is installed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import psutil

from knowledge.embed import e5
from tests.benchmarks.table import Figure, percentiles
from tests.here import ROOT

QUESTIONS, BUSY = 60, 2
ASKED = "do you have size {} running shoes for my son?"


def measure(folder: Path) -> list[Figure]:
    if not e5.is_usable():
        print("The extra e5 is not installed: left out.")  # noqa: T201
        return []
    alone, crowded = _measured(busy=0), _measured(busy=BUSY)
    return [
        Figure(
            what="E5, a question", measured=f"alone {_spread(alone)}; with {BUSY} processes busy {_spread(crowded)}",
            method=f"{QUESTIONS} questions of {alone['tokens']} tokens, one after another, in the caller's thread",
        ),
        Figure(
            what="E5, when it is first asked for", measured=f"{alone['load']:.0f} ms, then {alone['first']:.0f} ms",
            method="loading, and the first question, which reads the model from disk; nothing of it at the start",
        ),
        Figure(
            what="E5, memory of a process",
            measured=f"+{alone['own']:.0f} MB of its own, +{alone['seen']:.0f} MB with shared",
            method=f"unique and resident set after {QUESTIONS} questions and a passage, less those before",
        ),
        Figure(
            what="E5, a passage of 2,000 characters", measured=f"{alone['passage']:.0f} ms of one core",
            method="CPU time in the background's thread of low priority",
        ),
    ]  # fmt: skip


def _spread(told: dict[str, float]) -> str:
    return f"p50 {told['p50']:.0f} ms, p95 {told['p95']:.0f} ms"


def _measured(*, busy: int) -> dict[str, float]:
    """In a process of its own, which begins without it."""
    others = [subprocess.Popen([sys.executable, "-c", "while True: sum(range(10_000))"]) for _ in range(busy)]
    try:
        told = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.e5"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout
    finally:
        for other in others:
            other.kill()
            other.wait()
    measured: dict[str, float] = json.loads(told)
    return measured


def tell() -> dict[str, float]:
    """Milliseconds and megabytes."""
    before = psutil.Process().memory_full_info()
    load, _ = _took(e5._engine)
    first, _ = _took(lambda: e5.embed_queries(["first"]))
    asked = [ASKED.format(number) for number in range(QUESTIONS)]
    times = [_took(partial(e5.embed_queries, [text]))[0] for text in asked]
    passage = "Unworn goods can be returned within 14 days, with the receipt. " * 40
    _, used = _took(lambda: e5.embed_passages([passage[:2000]]))
    after = psutil.Process().memory_full_info()
    p50, p95, _ = percentiles(times)
    return {
        "load": load, "first": first, "p50": p50, "p95": p95, "passage": used,
        "tokens": e5._engine().token_count(ASKED.format(1), True),
        "own": (after.uss - before.uss) / 1e6, "seen": (after.rss - before.rss) / 1e6,
    }  # fmt: skip


def _took(run: Callable[[], object]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    sys.stdout.write(json.dumps(tell()))
