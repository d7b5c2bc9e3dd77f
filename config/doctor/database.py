"""PostgreSQL: does it answer, does the wall stand, is it new enough, and do its clock and ours agree?"""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import psycopg
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from tenants import replica as tenants_replica
from tenants import wall as tenant_wall
from tenants.diagnosis import Diagnosis, fault, fine, warning
from tenants.postgresql import months as tenant_months
from tenants.scope import fleet_scope

# What docs/settings.md promises.
OLDEST_POSTGRES: Final = 15
# 0.8 scans iteratively, so that a tenant's filter does not empty an index's answer.
OLDEST_PGVECTOR: Final = (0, 8)
ROLES: Final = 'Compare the roles with docs/settings.md, "Servers of your own".'
REPLICA: Final = (
    "Lists and reports come from the primary meanwhile. See that it runs and its stream is not cut, or correct the URL."
)
MIGRATE: Final = "Run `tulia migrate` (in a clone `manage.py migrate`) with DATABASE_OWNER_URL set."
BEAT: Final = "Start beat, and a worker with the queue housekeeping: each night they make what is missing."
# Leases last eight seconds, and are written by one clock and judged by another.
CLOCK_WARNING_SECONDS, CLOCK_FAULT_SECONDS = 0.5, 3.0
# Of the connections: beyond it the next process may find none.
CROWDED: Final = 0.8
LIMITS: Final = {"statement_timeout": "10s", "lock_timeout": "5s", "idle_in_transaction_session_timeout": "30s"}
# Tables with a tenant, whoever made them, that do not stand behind the wall.
UNWALLED = """
SELECT c.relname FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
 WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace
   AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
 ORDER BY 1
"""


def reach() -> Iterator[Diagnosis]:
    try:
        psycopg.connect(**connection.get_connection_params()).close()  # the pool would try for ten seconds
        version = _one("SELECT current_setting('server_version_num')::int / 10000")
    except (DatabaseError, psycopg.Error) as error:
        host = settings.DATABASES["default"]["HOST"] or "its socket"
        yield fault(
            f"PostgreSQL does not let us in at {host}: {type(error).__name__}.", "Start it, or correct DATABASE_URL."
        )
        return
    if version < OLDEST_POSTGRES:
        yield fault(f"PostgreSQL is {version}.", f"Use PostgreSQL {OLDEST_POSTGRES} or newer.")
    else:
        yield fine(f"PostgreSQL {version} answers.")


def wall() -> Iterator[Diagnosis]:
    breaches = [fault(sentence, ROLES) for sentence in tenant_wall.list_breaches("default")]
    unwalled = ", ".join(name for (name,) in _all(UNWALLED))
    if unwalled:
        breaches.append(fault(f"Row-level security is not forced on {unwalled}.", MIGRATE))
    yield from breaches or [fine(f"Row-level security is forced on {len(tenant_wall.walled_models())} tables.")]


def replica() -> Iterator[Diagnosis]:
    if settings.TULIA.replica_url is None:
        return
    try:
        breaches = list(tenant_wall.list_breaches(tenants_replica.ALIAS))
        is_one = tenants_replica.place_of_replica() is not None
        seconds = tenants_replica.catch_up(within=settings.TULIA.replica_lag_seconds) if is_one else None
    except DatabaseError as error:
        yield fault(f"The replica does not let us in: {type(error).__name__}.", REPLICA)
        return
    yield from (fault(f"On the replica: {sentence}", ROLES) for sentence in breaches)
    if not is_one:
        yield fault("TULIA_REPLICA_URL leads to a server that replays nothing.", REPLICA)
    elif seconds is None:
        yield warning(f"The replica is more than {settings.TULIA.replica_lag_seconds:g} s behind.", REPLICA)
    elif not breaches:
        yield fine(f"The replica is {seconds:.1f} s behind.")


def extensions() -> Iterator[Diagnosis]:
    rows = _all("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    if not rows:
        yield fault("The extension vector is missing.", "As a superuser: CREATE EXTENSION vector;")
        return
    version = rows[0][0]
    if tuple(map(int, version.split(".")[:2])) < OLDEST_PGVECTOR:
        yield fault(f"pgvector is {version}.", "Install pgvector 0.8 or newer, then ALTER EXTENSION vector UPDATE;")
    else:
        yield fine(f"pgvector {version} is there.")


def migrations() -> Iterator[Diagnosis]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    ours = {app.label for app in apps.get_app_configs()}
    known = set(executor.loader.disk_migrations)
    newer = [name for name in executor.loader.applied_migrations if name not in known and name[0] in ours]
    if plan:
        yield fault(f"{len(plan)} migrations are not applied.", MIGRATE)
    if newer:
        yield warning(
            f"The database knows {len(newer)} migrations that this version does not.", "Deploy the newer version."
        )
    if not plan and not newer:
        yield fine("All migrations are applied.")


def clocks() -> Iterator[Diagnosis]:
    before = time.time()
    theirs: datetime = _one("SELECT clock_timestamp()")
    ours = datetime.fromtimestamp((before + time.time()) / 2, UTC)
    apart = abs((theirs - ours).total_seconds())
    sentence = f"The clocks of PostgreSQL and this machine are {apart:.1f} s apart."
    remedy = "Let both machines follow a time server (chrony, systemd-timesyncd)."
    if apart > CLOCK_FAULT_SECONDS:
        yield fault(sentence, remedy)
    elif apart > CLOCK_WARNING_SECONDS:
        yield warning(sentence, remedy)
    else:
        yield fine(sentence)


def time_limits() -> Iterator[Diagnosis]:
    """Behind PgBouncer they stand on the role, or nowhere."""
    missing = [name for name in LIMITS if _one(f"SELECT current_setting('{name}')") == "0"]
    if missing:
        role = settings.DATABASES["default"]["USER"]
        remedy = " ".join(f"ALTER ROLE {role} SET {name} = '{LIMITS[name]}';" for name in missing)
        yield fault(f"Statements of the runtime role may last for ever: no {' and no '.join(missing)}.", remedy)
    else:
        yield fine("Statements end in time.")


def connections_left() -> Iterator[Diagnosis]:
    most, used = _all("SELECT current_setting('max_connections')::int, (SELECT count(*) FROM pg_stat_activity)")[0]
    sentence = f"{used} of PostgreSQL's {most} connections are in use."
    if used > CROWDED * most:
        yield warning(sentence, "Raise max_connections, lower TULIA_DATABASE_POOL_SIZE, or put PgBouncer in front.")
    else:
        yield fine(sentence)


def months() -> Iterator[Diagnosis]:
    """Whether tables that are parted by month have this one and the next, and each row its month."""
    found = [
        warning(f"{table} has no partition for {month:%B %Y}; its rows are kept apart until there is one.", BEAT)
        for table, month in tenant_months.list_missing(timezone.now(), ahead=1)
    ]
    for table in tenant_months.parted():
        with fleet_scope():
            others = tenant_months.list_others(table)
        if others:
            found.append(warning(f"{sum(others.values()):,} rows of {table} have no partition of their month.", BEAT))
    yield from found or [fine("The next month has its partitions.")]


def _one(statement: str) -> Any:
    return _all(statement)[0][0]


def _all(statement: str) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        rows: list[Any] = cursor.fetchall()
    return rows
