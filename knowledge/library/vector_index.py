"""An index of a large tenant's own vectors; below a size, comparing every one of them is quick and misses nothing.

A shared one would give a small tenant the nearest of all tenants, of which the wall then leaves next to none: each has
one over its own rows. Only the owner of the tables may make it, and searches and ingestion go on meanwhile.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal
from uuid import UUID

import structlog
from django.db import ProgrammingError, connections, models
from psycopg import sql

from knowledge.models import Register
from tenants.scope import fleet_scope, tenant_scope

log = structlog.get_logger(__name__)
# Measured: with this many the signs of all vectors still take about 10 ms. It goes again when half of them are gone.
WORTHWHILE = 20_000
OWNER, _PREFIX = "owner", "chunk_near_"
# Held by the session, for an index made concurrently has no transaction; who comes second leaves it to the first.
_ALONE = "SELECT pg_try_advisory_lock(hashtextextended('knowledge.vector_index', 0))"
_NO_MORE = "SELECT pg_advisory_unlock(hashtextextended('knowledge.vector_index', 0))"
_MEMORY = "SELECT set_config('maintenance_work_mem', '512MB', false)"
_BUILD = """
CREATE INDEX CONCURRENTLY {name} ON "knowledge_chunk" USING hnsw (embedding halfvec_ip_ops)
WHERE tenant_id = {tenant} AND embedding_model = {model}
"""
# Of the catalogue, by the beginning of the name: a handful of rows.
_KEPT = "SELECT relname FROM pg_class WHERE relkind = 'i' AND relname LIKE %s"
Outcome = Literal["built", "dropped", "kept", "busy", "not_owner"]


def list_due(model: str) -> list[UUID]:
    """Tenants whose library has outgrown comparing every vector, or has shrunk again, or changed its model."""
    large, small = models.Q(listed__gte=WORTHWHILE), models.Q(listed__lt=WORTHWHILE // 2)
    due = (large & ~models.Q(indexed_for=model)) | (small & ~models.Q(indexed_for=""))
    with fleet_scope():
        return list(Register.objects.filter(due).order_by("tenant_id").values_list("tenant_id", flat=True))


def keep(tenant_id: UUID, model: str) -> Outcome:
    """Build, replace or drop the tenant's index, whatever its library needs now; takes minutes, outside any scope."""
    with tenant_scope(tenant_id):
        register = Register.objects.first()
    is_wanted = register is not None and register.listed >= (WORTHWHILE // 2 if register.indexed_for else WORTHWHILE)
    if register is None or register.indexed_for == (model if is_wanted else ""):
        return "kept"
    try:
        return _replace(tenant_id, model if is_wanted else "")
    except ProgrammingError as error:
        # Workers may run without the owner's URL. Until `manage.py index_vectors` has run, searches take longer.
        log.warning("knowledge.vector_index.refused", tenant_id=str(tenant_id), reason=str(error))
        return "not_owner"


def drop_orphans() -> list[str]:
    """Drop the indexes of tenants that are gone; raises ProgrammingError for whoever does not own the tables."""
    with fleet_scope():
        known = {_name(tenant_id) for tenant_id in Register.objects.values_list("tenant_id", flat=True)}
    with _owner() as cursor:
        if cursor is None:
            return []
        cursor.execute(_KEPT, [f"{_PREFIX}%"])
        orphans = [name for (name,) in cursor.fetchall() if name not in known]
        for name in orphans:
            cursor.execute(_drop(name))
    return orphans


def _replace(tenant_id: UUID, model: str) -> Outcome:
    with _owner() as cursor:
        if cursor is None:
            return "busy"
        _note(tenant_id, "")
        cursor.execute(_drop(_name(tenant_id)))
        if not model:
            return "dropped"
        cursor.execute(_MEMORY)
        cursor.execute(
            sql.SQL(_BUILD).format(name=sql.Identifier(_name(tenant_id)), tenant=str(tenant_id), model=model)
        )
    _note(tenant_id, model)
    log.info("knowledge.vector_index.built", tenant_id=str(tenant_id), model=model)
    return "built"


def _note(tenant_id: UUID, model: str) -> None:
    """What a search goes by: it never waits for an index that is not whole."""
    with tenant_scope(tenant_id):
        Register.objects.update(indexed_for=model)


def _name(tenant_id: UUID) -> str:
    return f"{_PREFIX}{tenant_id.hex}"


def _drop(name: str) -> sql.Composed:
    return sql.SQL("DROP INDEX CONCURRENTLY IF EXISTS {}").format(sql.Identifier(name))


@contextmanager
def _owner() -> Iterator[Any]:
    """A cursor of the owner's, one at a time in the whole installation; None while another is at it."""
    owner = connections[OWNER]
    try:
        with owner.cursor() as cursor:
            cursor.execute(_ALONE)
            (is_mine,) = cursor.fetchone()
            try:
                yield cursor if is_mine else None
            finally:
                if is_mine:
                    cursor.execute(_NO_MORE)
    finally:
        owner.close()
