"""From a database URL to Django's dictionary, for the runtime role and for the owner."""

from typing import Any

from psycopg.conninfo import conninfo_to_dict

# What is prepared finds its rows by their keys, whatever the values are: see tenants.postgresql.planned.
PLANNED_ONCE = "-c plan_cache_mode=force_generic_plan"
STATEMENT_TIMEOUT = "-c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000"

# A host that vanished without a word, in seconds and, the last, milliseconds; a URL may say otherwise.
UNREACHABLE = {"connect_timeout": 2, "keepalives_idle": 5, "keepalives_interval": 2, "tcp_user_timeout": 5000}

# A list has the primary to turn to.
REPLICA_SECONDS = 2


def runtime(url: str, *, pool_size: int, has_pgbouncer: bool) -> dict[str, Any]:
    """Pooled: a connection goes back when its scope ends; statements end after 10 s.

    PgBouncer passes no options on, so that behind it these limits must stand on the role; and in its transaction mode
    neither a cursor nor a prepared statement outlives its transaction, so that nothing is planned once there.

    The pool gives up a server that is away soon, and asks anew for the next caller: by itself it would ask less and
    less often, and notice only minutes later that the server is back.
    """
    pool = {"min_size": 0, "max_size": pool_size, "timeout": 10, "max_idle": 60, "reconnect_timeout": 1.2}
    options = {"pool": pool} if has_pgbouncer else {"pool": pool, "options": f"{STATEMENT_TIMEOUT} {PLANNED_ONCE}"}
    alias = _alias(url, options, engine="tenants.postgresql", defaults=UNREACHABLE)
    return {**alias, "DISABLE_SERVER_SIDE_CURSORS": has_pgbouncer}


def replica(url: str, *, pool_size: int, has_pgbouncer: bool) -> dict[str, Any]:
    """Like the primary's, and read-only from the session's beginning, which PgBouncer does not pass on either."""
    alias = runtime(url, pool_size=pool_size, has_pgbouncer=has_pgbouncer)
    alias["OPTIONS"]["pool"]["timeout"] = REPLICA_SECONDS
    if not has_pgbouncer:
        alias["OPTIONS"]["options"] += " -c default_transaction_read_only=on"
    return alias


def owner(url: str) -> dict[str, Any]:
    """Plain connections without time limits: a migration takes as long as it takes."""
    return _alias(url, {}, engine="django.db.backends.postgresql", defaults={})


def _alias(url: str, options: dict[str, Any], *, engine: str, defaults: dict[str, int]) -> dict[str, Any]:
    parts = {key: str(value) for key, value in conninfo_to_dict(url).items()}
    known = {key: parts.pop(key, "") for key in ("dbname", "user", "password", "host", "port")}
    return {
        "ENGINE": engine,
        "NAME": known["dbname"],
        "USER": known["user"],
        "PASSWORD": known["password"],
        "HOST": known["host"],
        "PORT": known["port"],
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": False,  # a transaction's first statement is the check, see its engine
        "OPTIONS": {**defaults, **parts, **options},
    }
