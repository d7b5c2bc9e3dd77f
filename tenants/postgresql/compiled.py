"""Statements of the hot path that Django compiles once a process, and that are sent with other values each time.

Compiling costs several times what sending does. A parameter may stand wherever a value stands that leaves the
statement's shape alone: never None, and a list only behind `__any_of`.
"""

import copy
import inspect
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, Generic, ParamSpec, TypeVar
from uuid import UUID, uuid4

from django.db import connection, connections, models

from tenants import scope
from tenants.postgresql.planned import PLACE, Planned

Row = TypeVar("Row")
Values = ParamSpec("Values")

# What stands for a parameter while its query is compiled, by its type: equal to nothing else in the statement.
MARKS: dict[Any, Callable[[], Any]] = {
    UUID: uuid4,
    datetime: lambda: datetime.fromtimestamp(uuid4().int % 10**9, UTC),
    str: lambda: uuid4().hex,
    Sequence[UUID]: lambda: [uuid4()],
}


@models.Field.register_lookup
class AnyOf(models.Lookup):
    """A column is one of these: the same statement however many they are, which `in` is not."""

    lookup_name = "any_of"
    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        column, parameters = self.process_lhs(compiler, connection)
        return f"{column} = ANY(%s)", (*parameters, self.rhs)


class Compiled(Generic[Values, Row]):
    """A query of one tenant's rows, as a function of its values that fetches all of its rows."""

    def __init__(self, make: "Callable[Values, models.QuerySet[Any, Row]]") -> None:
        self._make: Any = make
        self._signature = inspect.signature(make, eval_str=True)
        self._kept: tuple[Any, Any, Planned, list[Any]] | None = None

    def __call__(self, *args: Values.args, **kwargs: Values.kwargs) -> list[Row]:
        tenant_id = scope.current_tenant_id()
        if tenant_id is None:
            raise scope.NoScope("The fleet's queries are not compiled beforehand.")
        values = self._signature.bind(*args, **kwargs).arguments
        self._kept = self._kept or self._compile(tenant_id)
        rows, kept, statement, places = self._kept
        parameters = [place(tenant_id, values) for place in places]
        compiler = copy.copy(kept)
        compiler.connection = connections[rows.db]
        compiler.as_sql = lambda: (statement, parameters)
        query = SimpleNamespace(
            get_compiler=lambda using: compiler, values_select=rows.query.values_select,
            extra_select=rows.query.extra_select, annotation_select=rows.query.annotation_select,
        )  # fmt: skip
        asked: Any = SimpleNamespace(
            db=rows.db, query=query, model=rows.model, _fields=rows._fields, _known_related_objects={}
        )
        return list(rows._iterable_class(asked))

    def _compile(self, tenant_id: UUID) -> tuple[Any, Any, Planned, list[Any]]:
        marks = {name: MARKS[parameter.annotation]() for name, parameter in self._signature.parameters.items()}
        rows = self._make(**marks)
        compiler = rows.query.get_compiler(using=rows.db)
        statement, parameters = compiler.as_sql()
        places = [_place(value, tenant_id, marks) for value in parameters]
        with connections[rows.db].cursor() as cursor:
            always = [
                None if place else cursor.mogrify("%s", [value])
                for place, value in zip(places, parameters, strict=True)
            ]
        return rows, compiler, Planned(_with(statement, always)), list(filter(None, places))


def compiled(make: "Callable[Values, models.QuerySet[Any, Row]]") -> Compiled[Values, Row]:
    """Compile a function that makes a queryset of its values; each value needs an annotation."""
    return Compiled(make)


def _with(statement: str, always: Sequence[str | None]) -> str:
    """The statement with what is always the same written into it: a partial index is found by that alone."""
    left = iter(always)

    def written(found: re.Match[str]) -> str:
        value = None if found[0] == "%%" else next(left)
        return found[0] if value is None else value.replace("%", "%%")

    return PLACE.sub(written, statement)


def _place(value: Any, tenant_id: UUID, marks: dict[str, Any]) -> Callable[[UUID, dict[str, Any]], Any] | None:
    """What puts in its place the tenant, or one of the values; None for what is always the same."""
    if type(value) is UUID and value == tenant_id:
        return lambda tenant_id, values: tenant_id
    for name, mark in marks.items():
        if type(value) is type(mark) and value == mark:
            return lambda tenant_id, values: values[name]
    return None


_INSERTS: dict[tuple[type[models.Model], int], str] = {}


def insert_later(rows: Sequence[models.Model]) -> None:
    """Insert rows of one model with the next statement or with the COMMIT: what is wrong with them shows only there."""
    if not rows:
        return
    model = type(rows[0])
    fields = model._meta.concrete_fields
    statement = _INSERTS.setdefault((model, len(rows)), _insert(model, len(rows)))
    database: Any = connections[connection.alias]  # itself: each field would look for it anew
    database.write_later(
        statement, [field.get_db_prep_save(field.pre_save(row, add=True), database) for row in rows for field in fields]
    )


def _insert(model: type[models.Model], count: int) -> str:
    columns = [f'"{field.column}"' for field in model._meta.concrete_fields]
    row = f"({', '.join(['%s'] * len(columns))})"
    return f'INSERT INTO "{model._meta.db_table}" ({", ".join(columns)}) VALUES {", ".join([row] * count)}'  # noqa: S608
