"""How PostgreSQL would do each statement that was sent: with what it knows of the tables, as whoever has sent it."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection

from tenants import scope
from tenants.postgresql.base import DatabaseWrapper
from tenants.postgresql.planned import Planned
from tests.conftest import NOT_COUNTED

EXPLAINED = ("SELECT", "UPDATE", "INSERT", "DELETE", "WITH")
# In PostgreSQL's units. A scan that it expects to break off after a few rows, such as that of an EXISTS, costs less;
# to read a table of two thousand rows costs more.
WORTH_A_LOOK = 50


@dataclass(frozen=True)
class Sent:
    """One statement, and in which scope it was sent: a tenant's, the fleet's, or none."""

    what: str
    sql: str
    params: Any
    scope: UUID | str | None


@dataclass(frozen=True)
class Plan:
    """What PostgreSQL expects of it, and the tables that it would read from one end to the other."""

    sent: Sent
    cost: float
    read_whole: frozenset[str]


class Watch:
    """Keeps one of each statement that is sent, by its text and kind of scope."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, bool], Sent] = {}

    @property
    def sent(self) -> list[Sent]:
        return list(self._kept.values())

    @contextmanager
    def __call__(self, what: str) -> Iterator[None]:
        def keep(sql: str, params: Any) -> None:
            if sql.lstrip("( ").startswith(EXPLAINED) and not sql.startswith(NOT_COUNTED):
                one = Sent(what, sql, params, scope.current())
                self._kept.setdefault((sql, scope.current() == scope.FLEET), one)

        def execute(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if not many:
                keep(sql, params)
            return execute(sql, params, many, context)

        def write_later(self: Any, statement: str, parameters: Any = None) -> None:
            keep(statement, parameters)
            later(self, statement, parameters)

        later = DatabaseWrapper.write_later
        DatabaseWrapper.write_later = write_later  # type: ignore[method-assign]
        try:
            with connection.execute_wrapper(execute):
                yield
        finally:
            DatabaseWrapper.write_later = later  # type: ignore[method-assign]


def explain(sent: Sent, *, large: frozenset[str]) -> Plan:
    """`large` are the tables of which nobody may read all."""
    plan = _plan(sent)
    scans = {node["Relation Name"] for node in _nodes(plan) if node["Node Type"] == "Seq Scan"}
    return Plan(
        sent, plan["Total Cost"], frozenset(scans & large) if plan["Total Cost"] > WORTH_A_LOOK else frozenset()
    )


def relations(sent: Sent) -> frozenset[str]:
    """The tables, and of a table of months the partitions, that it would look into."""
    return frozenset(node["Relation Name"] for node in _nodes(_plan(sent)) if "Relation Name" in node)


def _plan(sent: Sent) -> dict[str, Any]:
    with _in(sent.scope), connection.cursor() as cursor:
        if isinstance(sent.sql, Planned):
            return _plan_for_any_values(cursor, sent.sql, sent.params)
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sent.sql}", sent.params)
        return _root(cursor)


def _plan_for_any_values(cursor: Any, planned: Planned, params: Any) -> dict[str, Any]:
    """As the connections of a process keep it, which do not know these values."""
    types, arguments = ", ".join(planned.types(params)), cursor.mogrify(planned.arguments, params)
    cursor.execute("SET plan_cache_mode = force_generic_plan")
    cursor.execute(f"PREPARE explained ({types}) AS {planned.body}")
    cursor.execute(f"EXPLAIN (FORMAT JSON) EXECUTE explained {arguments}")
    plan = _root(cursor)
    cursor.execute("DEALLOCATE explained")
    cursor.execute("RESET plan_cache_mode")
    return plan


def _root(cursor: Any) -> dict[str, Any]:
    plan: dict[str, Any] = cursor.fetchone()[0][0]["Plan"]
    return plan


def large_tables(*, rows: int) -> frozenset[str]:
    """That hold so many, as PostgreSQL counted when it last looked."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND reltuples >= %s", [rows])
        return frozenset(name for (name,) in cursor.fetchall())


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", []):
        yield from _nodes(part)


def _in(held: UUID | str | None) -> Any:
    if held is None:
        return nullcontext()
    return scope.fleet_scope() if held == scope.FLEET else scope.tenant_scope(UUID(str(held)))
