"""Reads the processes' logs: how often something noteworthy was said."""

import json
import re
from collections import Counter
from pathlib import Path

NOTEWORTHY = ("warning", "error", "critical")
ALSO = frozenset({"conversations.turn.fenced", "conversations.turn.superseded", "conversations.sweep.found"})


def read(folder: Path) -> Counter[str]:
    """Warnings and errors by event and exception, and the rare ways a turn can end."""
    said: Counter[str] = Counter()
    for file in folder.glob("*.log"):
        for line in file.read_text(errors="replace").splitlines():
            if line.startswith("Traceback"):
                said["bare traceback"] += 1
            said.update(_event(line))
    return said


def _event(line: str) -> list[str]:
    try:
        entry = json.loads(line)
    except ValueError:
        return []
    if not isinstance(entry, dict) or (entry.get("level") not in NOTEWORTHY and entry.get("event") not in ALSO):
        return []
    words = re.split(r"[\[:(\d/]", str(entry.get("event")))[0].strip()[:70]
    return [" ".join(part for part in (words, entry.get("exception")) if part)]
