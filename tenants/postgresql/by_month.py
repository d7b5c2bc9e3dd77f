"""Makes an existing table one of months: the rows stay where they lie, and become its first partition.

Whoever writes meanwhile waits for the exchange alone, in which no row is read: that all rows are old enough is
PostgreSQL told beforehand, by a constraint that it proves beside the traffic.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.migrations.operations.base import Operation
from django.utils import timezone

from tenants import wall
from tenants.postgresql.months import AHEAD, later, month_of
from tenants.tenancy import first_key

# Until the exchange, rows go on being written with a key of their moment: the first month begins later than that.
ROOM: Final = timedelta(days=2)
# Nobody waits longer for the lock of the exchange than for a slow page; a migration can be begun again.
PATIENCE: Final = "SET LOCAL lock_timeout = '5s'"
IS_PARTITIONED = "SELECT relkind = 'p' FROM pg_class WHERE oid = %s::regclass"
# What the table of the same name takes over, by the names that it has: keys, references, then the other indexes.
CONSTRAINTS = """
SELECT format('ALTER TABLE public.%%I ADD CONSTRAINT %%I %%s', %(table)s, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE conrelid = %(old)s::regclass AND contype IN ('p', 'u', 'f') AND conparentid = 0
 ORDER BY contype <> 'p', conname
"""
INDEXES = """
SELECT replace(replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON '),
               ' ON ' || %(old)s || ' ', format(' ON public.%%I ', %(table)s::text))
  FROM pg_index WHERE indrelid = %(old)s::regclass
   AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
"""
PARTITIONS = "SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass"


class ByMonth(Operation):
    """Part a table by a column that holds a time-ordered key. Taken back, rows are copied.

    Every unique key of the table holds that column already. The migration is not atomic where there may be rows.
    """

    reversible = True
    reduces_to_sql = False

    def __init__(self, model: str, *, key: str) -> None:
        self.model, self.key = model, key

    def describe(self) -> str:
        return f"Part {self.model} by the months of {self.key}"

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The table has the same columns and keys."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        table = to_state.apps.get_model(app_label, self.model)._meta.db_table
        connection = schema_editor.connection
        with connection.cursor() as cursor:
            cursor.execute(IS_PARTITIONED, [table])
            if cursor.fetchone() == (True,):  # a try before this one came so far
                return
            while schema_editor.deferred_sql:  # keys and indexes that its own migration has put off
                cursor.execute(str(schema_editor.deferred_sql.pop(0)))
            first = later(month_of(timezone.now() + ROOM), 1)
            limit, held = first_key(first), f"{table}_is_old"
            cursor.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT IF EXISTS "{held}"')
            cursor.execute(
                f'ALTER TABLE "{table}" ADD CONSTRAINT "{held}" CHECK ("{self.key}" < \'{limit}\') NOT VALID'
            )
            cursor.execute(f'ALTER TABLE "{table}" VALIDATE CONSTRAINT "{held}"')
        with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
            self._exchange(cursor, table, held, first, limit)

    def _exchange(self, cursor: Any, table: str, held: str, first: datetime, limit: Any) -> None:
        old = f"{table}_before_{first:%Y_%m}"
        cursor.execute(PATIENCE)
        cursor.execute(f'ALTER TABLE public."{table}" SET SCHEMA months')
        cursor.execute(f'ALTER TABLE months."{table}" RENAME TO "{old}"')
        cursor.execute(f'ALTER TABLE months."{old}" NO FORCE ROW LEVEL SECURITY')
        cursor.execute(f'CREATE TABLE public."{table}" (LIKE months."{old}" INCLUDING DEFAULTS INCLUDING CONSTRAINTS)'
                       f' PARTITION BY RANGE ("{self.key}")')  # fmt: skip
        cursor.execute(f'ALTER TABLE public."{table}" DROP CONSTRAINT "{held}"')
        for statements in (CONSTRAINTS, INDEXES):
            cursor.execute(statements, {"table": table, "old": f"months.{old}"})
            for (statement,) in cursor.fetchall():
                cursor.execute(statement)
        cursor.execute(f'SELECT EXISTS (SELECT FROM months."{old}")')  # noqa: S608
        if cursor.fetchone() == (True,):
            cursor.execute(f"ALTER TABLE public.\"{table}\" ATTACH PARTITION months.\"{old}\""
                           f" FOR VALUES FROM (MINVALUE) TO ('{limit}')")  # fmt: skip
            cursor.execute(f'ALTER TABLE months."{old}" DROP CONSTRAINT "{held}"')
        else:
            cursor.execute(f'DROP TABLE months."{old}"')
            first = month_of(timezone.now())
        cursor.execute(f'CREATE TABLE months."{table}_others" PARTITION OF public."{table}" DEFAULT')
        for name in (f"{table}_others", old):
            cursor.execute(f'ALTER TABLE IF EXISTS months."{name}" ENABLE ROW LEVEL SECURITY')
        for count in range(AHEAD + 1):
            cursor.execute("SELECT tenants_make_month(%s, %s)", [table, later(first, count)])
        wall.put_before(cursor, table)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        table = from_state.apps.get_model(app_label, self.model)._meta.db_table
        with transaction.atomic(using=schema_editor.connection.alias), schema_editor.connection.cursor() as cursor:
            cursor.execute(PATIENCE)
            # A schema of its own: in that of the partitions the oldest has the names of the indexes.
            cursor.execute("CREATE SCHEMA months_whole")
            cursor.execute(f'ALTER TABLE public."{table}" SET SCHEMA months_whole')
            cursor.execute(f'CREATE TABLE public."{table}" (LIKE months_whole."{table}" INCLUDING DEFAULTS'
                           " INCLUDING CONSTRAINTS)")  # fmt: skip
            cursor.execute(PARTITIONS, [f"months_whole.{table}"])
            for (partition,) in cursor.fetchall():  # each by itself: the wall stands before the whole
                cursor.execute(f'INSERT INTO public."{table}" SELECT * FROM {partition}')  # noqa: S608
            for statements in (CONSTRAINTS, INDEXES):
                cursor.execute(statements, {"table": table, "old": f"months_whole.{table}"})
                for (statement,) in cursor.fetchall():
                    cursor.execute(statement)
            cursor.execute(f'DROP TABLE months_whole."{table}"')
            cursor.execute("DROP SCHEMA months_whole")
            wall.put_before(cursor, table)
