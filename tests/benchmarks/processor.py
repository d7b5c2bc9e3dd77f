"""What a message costs the processor, whoever works for it: the web process, the workers and PostgreSQL together."""

import os
from pathlib import Path

from tests.benchmarks import stall, used
from tests.benchmarks.table import Figure
from tests.soak import checks
from tests.soak.site.supervisor import until

BAR_MILLISECONDS, SENT_SECONDS = 25, 60
# By a word of their command lines.
OURS = {"web": "granian", "workers": "celery"}


def measure(folder: Path) -> list[Figure]:
    with stall.installation(folder) as port:
        stall._chat(port)  # everybody is known, every module is loaded
        _all_sent()
        before = _seconds()
        turns = len(stall._chat(port)[1])
        _all_sent()
        each = {name: (after - before[name]) * 1000 / turns for name, after in _seconds().items()}
    whole = sum(each.values())
    parts = ", ".join(f"{name} {milliseconds:.1f}" for name, milliseconds in each.items())
    return [
        Figure(
            what="processor time of a turn, all processes with PostgreSQL", bar=f"< {BAR_MILLISECONDS} ms",
            measured=f"{whole:.0f} ms: {parts}", is_met=whole < BAR_MILLISECONDS,
            method=f"{turns} searches of {stall.OTHERS} known customers, webhook, sending and the looks for what waits "
            "included; web and workers as `make run` starts them, built-in mind",
        )
    ]  # fmt: skip


def _all_sent() -> None:
    until(
        lambda: checks.waiting(os.environ["DATABASE_OWNER_URL"]) == (0, 0), seconds=SENT_SECONDS,
        what="everything is answered and sent",
    )  # fmt: skip


def _seconds() -> dict[str, float]:
    """So far, of each kind of process."""
    return {name: used.by_children(word) for name, word in OURS.items()} | {"PostgreSQL": used.by_postgres()}
