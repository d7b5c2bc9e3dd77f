"""Processor seconds that processes have used so far, with all they have started; a busy machine changes these less
than it changes how long anything takes.
"""

from collections.abc import Iterable

import psutil
import psycopg
from django.conf import settings

# With what no database has for its own: the checkpointer and its like, which write what the others have changed. Not
# autovacuum, which comes when it likes and works for what was done long before.
BACKENDS = """
SELECT pid FROM pg_stat_activity
 WHERE coalesce(datname, %s) = %s AND backend_type NOT LIKE 'autovacuum%%' AND pid <> pg_backend_pid()
"""


def by_tree(process: psutil.Process) -> float:
    return sum(of_each([process, *process.children(recursive=True)]).values())


def by_children(word: str) -> float:
    """Those that this process has started with this word in their command line."""
    started = psutil.Process().children()
    return sum(by_tree(process) for process in started if word in " ".join(process.cmdline()))


def by_postgres() -> float:
    """The embedded one, with all its backends that live still."""
    postmaster = int((settings.TULIA.data_dir / "postgres" / "postmaster.pid").read_text().splitlines()[0])
    return by_tree(psutil.Process(postmaster))


def of_each(processes: Iterable[psutil.Process]) -> dict[int, float]:
    """By the process, so that one which ended since is told from one that idled."""
    used = {}
    for process in processes:
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:  # it ended while the others were looked at
            continue
        used[process.pid] = times.user + times.system
    return used


def of_database(name: str, *, superuser_url: str) -> dict[int, float]:
    """Of each backend that works for this database, where one PostgreSQL has several."""
    with psycopg.connect(superuser_url) as connection:
        pids = [pid for (pid,) in connection.execute(BACKENDS, [name, name]).fetchall()]
    return of_each(psutil.Process(pid) for pid in pids if psutil.pid_exists(pid))


def between(before: dict[int, float], after: dict[int, float]) -> float:
    """What those used that live at the end."""
    return sum(seconds - before.get(pid, 0.0) for pid, seconds in after.items())
