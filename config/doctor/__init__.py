"""What `manage.py doctor` looks at: one table of subjects, each with a function that tells how it is."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from config.doctor import database, installation, servers
from tenants.diagnosis import Diagnosis, fault

Look = Callable[[], Iterable[Diagnosis]]

SUBJECTS: Final[dict[str, Look]] = {
    "database": database.reach,
    "roles and wall": database.wall,
    "extensions": database.extensions,
    "migrations": database.migrations,
    "months": database.months,
    "clocks": database.clocks,
    "time limits": database.time_limits,
    "connections": database.connections_left,
    "replica": database.replica,
    "cache": servers.cache_server,
    "broker": servers.broker,
    "workers": servers.workers,
    "jobs": servers.jobs,
    "web": servers.web,
    "settings": installation.settings_given,
    "logins": installation.logins,
    "channels": installation.channels,
    "payment accounts": installation.payment_accounts,
    "disk": installation.disk,
    "backups": installation.backups,
    "archive": installation.archive,
}
# What nothing can be said about while the database is away.
NEEDS_DATABASE: Final = frozenset(
    {
        "roles and wall", "extensions", "migrations", "months", "clocks", "time limits", "connections", "replica",
        "jobs", "logins", "channels", "payment accounts", "archive",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """One diagnosis, and what it is of."""

    subject: str
    diagnosis: Diagnosis


def examine(on_begin: Callable[[str], None]) -> Iterator[Examined]:
    """Look at everything, whatever of it is broken."""
    is_database_away = False
    for subject, look in SUBJECTS.items():
        if is_database_away and subject in NEEDS_DATABASE:
            continue
        on_begin(subject)
        found = list(_looked(look))
        is_database_away |= subject == "database" and any(one.level == "fault" for one in found)
        yield from (Examined(subject=subject, diagnosis=one) for one in found)


def _looked(look: Look) -> Iterator[Diagnosis]:
    try:
        yield from look()
    except Exception as error:  # the doctor has more to look at
        remedy = "See to the other faults first, and run this again."
        yield fault(f"It could not be looked at: {type(error).__name__}.", remedy)
