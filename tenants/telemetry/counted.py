"""The figures of all processes, added up: each keeps its own in files of a folder, which outlive it.

The counts of a process that has ended go into the machine's file of ended ones, so that nothing is lost and the
folder does not grow.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from prometheus_client import Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

from tenants.telemetry import folder as folders
from tenants.telemetry.metrics import COUNTED

PROCESS: Final = re.compile(r"(?P<kind>counter|histogram|gauge_\w+)_(?P<pid>\d+)\.db")
ENDED: Final = "{kind}_ended.db"


def collect() -> Iterator[Metric]:
    """Every figure of the table, added up over all processes; one that nobody has counted yet has no samples."""
    folder = folders.folder()
    with _alone(folder):
        _retire(folder)
        # Whether processes of other machines live we cannot tell: their counts are added, their gauges are not.
        files = [path for path in folder.parent.glob("*/*.db") if path.parent == folder or not _is_gauge(path)]
        begun = [str(path) for path in files if path.stat().st_size]
        found = {metric.name: metric for metric in MultiProcessCollector.merge(begun, accumulate=True)}
    for counted in COUNTED:
        for empty in counted.describe():
            yield found.get(empty.name, empty)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Two pages at once must not count the same ended process twice."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _retire(folder: Path) -> None:
    for path in folder.glob("*.db"):
        process = PROCESS.fullmatch(path.name)
        if process is None or _lives(int(process["pid"])):
            continue
        if not _is_gauge(path):
            _add(path, to=folder / ENDED.format(kind=process["kind"]))
        path.unlink()


def _add(path: Path, *, to: Path) -> None:
    ended = MmapedDict(str(to))
    try:
        for key, value, timestamp, _ in MmapedDict.read_all_values_from_file(str(path)):
            ended.write_value(key, ended.read_value(key)[0] + value, timestamp)
    finally:
        ended.close()


def _is_gauge(path: Path) -> bool:
    return path.name.startswith("gauge_")


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
