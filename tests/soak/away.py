"""What went on while a server was away that has others beside it: messages, turns, wake-ups and lists."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tests.soak.checks import Evidence

FOUND = "conversations.sweep.found"


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """From the moment when it was killed until it served again, in seconds since 1970."""

    name: str
    began: float
    ended: float

    def has(self, at: float, *, seconds: float = 0.0) -> bool:
        """Whether something happened then, or began then and lasted so long, while it was away."""
        return self.began <= at + seconds and at < self.ended


def swept(folder: Path) -> list[float]:
    """When the workers' sweep found work of which no wake-up had told."""
    lines = (line for file in folder.glob("*.log") for line in file.read_text(errors="replace").splitlines())
    said = (json.loads(line)["timestamp"] for line in lines if FOUND in line and line.startswith("{"))
    return [datetime.fromisoformat(at).timestamp() for at in said]


def account(absence: Absence, evidence: Evidence, sweeps: Iterable[float]) -> str:
    """In a sentence."""
    acknowledged = [one.seconds for one in evidence.acknowledged if absence.has(one.at)]
    turns = sum(absence.has(turn["finished_at"].timestamp()) for turn in evidence.turns if turn["finished_at"])
    sent = sum(absence.has(one.taken_at) for one in evidence.taken)
    return (
        f"{absence.ended - absence.began:.1f} s: {len(acknowledged)} messages acknowledged"
        f" (longest {max(acknowledged, default=0.0):.1f} s), {turns} turns committed, {sent} messages sent,"
        f" {sum(absence.has(at) for at in sweeps)} times work found by the sweep"
    )
