"""Reads a file in a process of its own: a file that hangs, swells or crashes its reader harms nobody else's work."""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from knowledge.load import kinds
from knowledge.load.limits import FileRefused, Limits
from knowledge.load.structure import Loaded, from_json

_ROOT = Path(__file__).resolve().parents[2]
# Beyond the reader's own limit, for the start of its process.
_GRACE_SECONDS = 10
# A name is told to the reader for its ending alone.
_LONGEST_NAME = 200
# Nothing of our environment: it holds the keys.
_KEPT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_CRASHED = "The file cannot be read: the program that tried to broke off. It may be damaged; save it again."


def load_apart(content: bytes, name: str, limits: Limits | None = None) -> Loaded:
    """As `load`, at the price of starting a process; raises FileRefused."""
    limits = limits or Limits()
    kinds.by_name(name)
    kinds.check_size(len(content), limits)
    environment = {key: os.environ[key] for key in _KEPT if key in os.environ} | {"PYTHONPATH": str(_ROOT)}
    command = [sys.executable, "-m", "knowledge.load.child", name[-_LONGEST_NAME:], json.dumps(asdict(limits))]
    try:
        done = subprocess.run(  # noqa: S603  our own module
            command, input=content, capture_output=True, cwd=_ROOT, env=environment, check=False,
            timeout=limits.seconds + _GRACE_SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise FileRefused(f"Reading the file took longer than {limits.seconds:.0f} seconds. Split it.") from error
    return _answer(done.stdout)


def _answer(said: bytes) -> Loaded:
    try:
        answer = json.loads(said)
        if "refused" in answer:
            raise FileRefused(answer["refused"])
        return from_json(answer["loaded"])
    except (ValueError, KeyError, TypeError) as error:
        raise FileRefused(_CRASHED) from error
