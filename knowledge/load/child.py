"""The process in which a file is read: bytes come in, sections or a sentence go out, and it has no way further."""

import json
import sys
from contextlib import suppress
from typing import Any

from knowledge.load import FileRefused, Limits, load
from knowledge.load.structure import to_json

# What a file within the limits may take when unpacked; beyond it the reader dies and not the worker.
_MEMORY = 1536 * 1024 * 1024


def main() -> None:
    """Read standard input as the file that the first argument names."""
    name, limits = sys.argv[1], Limits(**json.loads(sys.argv[2]))
    _bound(limits)
    answer = sys.stdout
    sys.stdout = sys.stderr  # what a library prints is no answer
    said: dict[str, Any]
    try:
        said = {"loaded": to_json(load(sys.stdin.buffer.read(), name, limits))}
    except FileRefused as refusal:
        said = {"refused": str(refusal)}
    except (MemoryError, RecursionError):
        said = {"refused": "Reading the file takes more memory than a document may. Split it."}
    json.dump(said, answer)


def _bound(limits: Limits) -> None:
    """Memory and time by the system's own hand, where the system has one."""
    with suppress(ImportError, ValueError, OSError):
        import os  # noqa: PLC0415
        import resource  # noqa: PLC0415  not on every system

        seconds = int(limits.seconds) + 5
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        os.nice(5)


if __name__ == "__main__":
    main()
